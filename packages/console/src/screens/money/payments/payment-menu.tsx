import { ActionIcon, Menu } from "@mantine/core";
import { Ellipsis } from "lucide-react";
import { useState } from "react";
import type { Formats } from "../../../components/formats.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import { EditPayment } from "./edit-payment.tsx";
import type { ListedPayment } from "./listed-payments.ts";
import { PayerData } from "./payer-data.tsx";

interface PaymentMenuProps {
  readonly payment: ListedPayment;
  /** Completes the button's label. */
  readonly amount: string;
  readonly formats: Formats;
}

/** A payment's rarer actions: its correction, and the payer's personal data. */
export function PaymentMenu({ payment, amount, formats }: PaymentMenuProps) {
  const { t } = useI18n();
  const [open, setOpen] = useState<"edit" | "person">();
  const shown = { payment, formats, close: () => setOpen(undefined) };
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" aria-label={t("money.moreOf", { amount })}>
            <Ellipsis size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item disabled={payment.forget_me_at !== null} onClick={() => setOpen("edit")}>
            {t("records.edit")}
          </Menu.Item>
          <Menu.Item disabled={payment.forget_me_at !== null} onClick={() => setOpen("person")}>
            {t("guest.privacy")}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {open === "edit" && <EditPayment {...shown} />}
      {open === "person" && <PayerData {...shown} />}
    </>
  );
}
