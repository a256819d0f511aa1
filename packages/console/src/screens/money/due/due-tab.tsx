import { Checkbox } from "@mantine/core";
import { CircleCheck } from "lucide-react";
import { useState } from "react";
import { EmptyState } from "../../../components/empty-state.tsx";
import { PaymentForm } from "../../../components/payment-form.tsx";
import { Pending } from "../../../components/pending.tsx";
import { useFormats } from "../../../components/use-formats.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import styles from "../money.module.css";
import type { TabProps } from "../money-search.ts";
import { type DueBooking, groupsOf, useDueBookings } from "./due-bookings.ts";
import { DueTable } from "./due-table.tsx";
import { PayLinkDialog } from "./pay-link-dialog.tsx";

/** The dialog that the list opened, and its booking. */
interface Opened {
  readonly what: "payment" | "link";
  readonly booking: DueBooking;
}

/** Guests' balances by urgency. From here a payment is recorded, and a link sent by which the guest pays. */
export function DueTab({ search, change }: TabProps) {
  const { t } = useI18n();
  const formats = useFormats();
  const due = useDueBookings(search.old ?? false);
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const found = due.data?.found ?? [];
  const total = due.data?.total ?? 0;
  return (
    <>
      <div className={styles.bar}>
        {due.data && found.length > 0 && (
          <output className="hint">
            {found.length < total
              ? t("bookings.first", { shown: found.length, all: total })
              : t("money.dueCount", { count: found.length })}
          </output>
        )}
        <Checkbox
          label={t("money.old")}
          checked={search.old ?? false}
          onChange={({ currentTarget }) => change({ tab: "due", ...(currentTarget.checked && { old: true }) })}
        />
      </div>
      {!due.data && <Pending reads={[due]} />}
      {due.data && found.length === 0 && <EmptyState icon={CircleCheck} text={t("money.nothingDue")} />}
      {groupsOf(found).map((group) => (
        <DueTable
          key={group.group}
          {...{ ...group, formats }}
          pay={(booking) => setOpened({ what: "payment", booking })}
          sendLink={(booking) => setOpened({ what: "link", booking })}
        />
      ))}
      {opened?.what === "payment" && opened.booking.currency && (
        <PaymentForm booking={opened.booking} currency={opened.booking.currency} formats={formats} close={close} />
      )}
      {opened?.what === "link" && <PayLinkDialog booking={opened.booking} close={close} />}
    </>
  );
}
