import { useId } from "react";
import type { Formats } from "../../../components/formats.ts";
import { ListHead } from "../../../components/lists/list-head.tsx";
import { useI18n } from "../../../i18n/i18n.ts";
import styles from "../money.module.css";
import type { DueBooking, DueGroup } from "./due-bookings.ts";
import { DueRow } from "./due-row.tsx";

interface DueTableProps {
  readonly group: DueGroup;
  readonly found: readonly DueBooking[];
  /** By currency. */
  readonly sums: ReadonlyMap<string, number>;
  readonly formats: Formats;
  readonly pay: (booking: DueBooking) => void;
  readonly sendLink: (booking: DueBooking) => void;
}

/** The balances of one urgency, with their sum. */
export function DueTable({ group, found, sums, formats, pay, sendLink }: DueTableProps) {
  const { t } = useI18n();
  const id = useId();
  const sum = [...sums].map(([currency, amount]) => formats.money(amount, currency)).join(" + ");
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.bar}>
        <h2 id={id} className={group === "overdue" ? styles.bad : undefined}>
          {t(`money.groups.${group}`)}
        </h2>
        <strong>{sum}</strong>
      </div>
      <table className={`${styles.list} ${styles.aligned}`} aria-labelledby={id}>
        <ListHead
          titles={[t("bookings.columns.guest"), t("money.stay"), t("money.due")]}
          figures={[t("booking.paid"), t("bookings.columns.open")]}
          figureClass={styles.figure}
        />
        <tbody>
          {found.map((booking) => (
            <DueRow
              key={booking.id}
              {...{ booking, formats }}
              isOverdue={group === "overdue"}
              pay={() => pay(booking)}
              sendLink={() => sendLink(booking)}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}
