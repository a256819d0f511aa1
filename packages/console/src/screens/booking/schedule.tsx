import type { BookingRecord } from "../../components/bookings/booking-record.ts";
import { dayOf } from "../../components/days.ts";
import type { Formats } from "../../components/formats.ts";
import { useI18n } from "../../i18n/i18n.ts";
import classes from "./lines.module.css";

/** The guest's payments by due day: downpayment, balance and damage deposit (bookings.md, Payment schedule). */
export function Schedule({ booking, formats }: { readonly booking: BookingRecord; readonly formats: Formats }) {
  const { t } = useI18n();
  const { currency, payment_schedule: lines = [] } = booking;
  if (!currency || lines.length === 0) return null;
  const stateOf = ({ amount, paid, due_at }: (typeof lines)[number]): string => {
    if (Number(paid) >= Number(amount)) return t("booking.schedule.paid");
    const due = due_at ? t("booking.dueBy", { moment: formats.date(dayOf(due_at)) }) : "";
    return Number(paid) > 0 ? `${t("booking.schedule.partly", { amount: formats.money(paid, currency) })} ${due}` : due;
  };
  return (
    <table className={classes.lines}>
      <caption>{t("booking.schedule.title")}</caption>
      <tbody>
        {lines.map((line) => (
          <tr key={line.kind}>
            <th scope="row">
              {t(`booking.schedule.kinds.${line.kind}`)}
              <small>{stateOf(line)}</small>
            </th>
            <td>{formats.money(line.amount, currency)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
