import { Button } from "@mantine/core";
import { useSession } from "../../app/session.tsx";
import { BookingLink } from "../../components/bookings/panel/booking-link.tsx";
import { dayOf } from "../../components/days.ts";
import type { Formats } from "../../components/formats.ts";
import { amountOf } from "../../components/record-payment.ts";
import { useI18n } from "../../i18n/i18n.ts";
import type { ListedPayment } from "./listed-payments.ts";

interface PaymentRowProps {
  readonly payment: ListedPayment;
  readonly formats: Formats;
  readonly refund: () => void;
  readonly cancel: () => void;
}

/** A payment's status, as the API's `status` filter defines it. */
export function statusOf({ rejected_at, paid_at, authorized_at }: ListedPayment) {
  if (rejected_at) return "rejected";
  if (paid_at) return "paid";
  return authorized_at ? "authorized" : "pending";
}

/** A payment with its bookings and actions. */
export function PaymentRow({ payment, formats, refund, cancel }: PaymentRowProps) {
  const { t } = useI18n();
  const { may } = useSession();
  const { bookings = [], currency, amount_in_cents, paid_at, kind, refunded_payment_id } = payment;

  const amount = formats.money(amountOf(amount_in_cents, currency), currency);
  const status = statusOf(payment);
  const notes = [payment.fullname, payment.card, payment.notes].filter(Boolean).join(" · ");
  const remarks = [payment.rejection_reason, payment.disputed_at && t("booking.disputed")].filter(Boolean).join(" · ");
  return (
    <tr>
      <td data-name={t("booking.paidOn")}>{paid_at && formats.date(dayOf(paid_at))}</td>
      <td data-name={t("booking.how")}>
        {refunded_payment_id ? t("booking.refund") : t(`booking.kinds.${kind}`)}
        {notes && <small>{notes}</small>}
      </td>
      <td data-name={t("bookings.columns.reference")}>
        {bookings.map(({ id, reference }) => (
          <BookingLink key={id} id={id}>
            {reference}
          </BookingLink>
        ))}
      </td>
      <td data-name={t("bookings.columns.rental")}>
        {[...new Set(bookings.map(({ rental }) => String(rental?.name ?? "")))].join(", ")}
      </td>
      <td data-name={t("money.status")}>
        {t(`money.statuses.${status}`)}
        {remarks && <small>{remarks}</small>}
      </td>
      <td className="figure" data-name={t("money.amount")}>
        {amount}
      </td>
      <td className="steps">
        {may("payments_write") && status === "paid" && !refunded_payment_id && (
          <Button size="compact-sm" variant="default" aria-label={t("money.refundOf", { amount })} onClick={refund}>
            {t("money.refund")}
          </Button>
        )}
        {may("payments_write") && (
          <Button size="compact-sm" variant="default" aria-label={t("money.cancelOf", { amount })} onClick={cancel}>
            {t("money.cancel")}
          </Button>
        )}
      </td>
    </tr>
  );
}
