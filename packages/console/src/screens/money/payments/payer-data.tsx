import { useQueryClient } from "@tanstack/react-query";
import { useSession } from "../../../app/session.tsx";
import type { Formats } from "../../../components/formats.ts";
import { PersonalDataDialog } from "../../../components/privacy/personal-data-dialog.tsx";
import { amountOf } from "../../../components/record-payment.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import type { ListedPayment } from "./listed-payments.ts";

interface PayerDataProps {
  readonly payment: ListedPayment;
  readonly formats: Formats;
  readonly close: () => void;
}

/** Restricts or erases a payer's data. The amounts stay (docs/concepts/personal-data.md). */
export function PayerData({ payment, formats, close }: PayerDataProps) {
  const { t } = useI18n();
  const { client, account } = useSession();
  const queries = useQueryClient();
  const { id, amount_in_cents, currency, fullname, processing_restricted_at: restricted } = payment;
  const params = { path: { payment_id: id } };
  const invalidate = async () => {
    for (const name of ["payments", "bookings"]) await queries.invalidateQueries({ queryKey: [account.id, name] });
  };
  return (
    <PersonalDataDialog
      name={[fullname, formats.money(amountOf(amount_in_cents, currency), currency)].filter(Boolean).join(" · ")}
      isRestricted={restricted !== null}
      erasing={t("privacy.payment")}
      restrict={async () => {
        await client.POST("/payments/{payment_id}/restrict_processing", { params });
        await invalidate();
      }}
      lift={async () => {
        await client.POST("/payments/{payment_id}/lift_restriction", { params });
        await invalidate();
      }}
      erase={async () => {
        const { data } = await client.POST("/payments/{payment_id}/forget", { params });
        await invalidate();
        return data.meta.remains;
      }}
      close={close}
    />
  );
}
