import { Button, Group } from "@mantine/core";
import { useSession } from "../../../app/session.tsx";
import { BookingLink } from "../../../components/bookings/panel/booking-link.tsx";
import { dayThen } from "../../../components/days.ts";
import type { Formats } from "../../../components/formats.ts";
import { amountOf } from "../../../components/record-payment.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import styles from "../money.module.css";
import { type ListedPayment, zoneOf } from "./listed-payments.ts";
import { PaymentMenu } from "./payment-menu.tsx";

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

/** The names of a payment's guests, and of its rentals. */
export function partiesOf({ bookings = [] }: ListedPayment): { readonly guests: string; readonly rentals: string } {
  const names = (each: readonly (string | null | undefined)[]) => [...new Set(each)].filter(Boolean).join(", ");
  return {
    guests: names(bookings.map(({ client }) => client?.fullname)),
    rentals: names(bookings.map(({ rental }) => rental && String(rental.name))),
  };
}

/** A payment. Its row opens its booking; one for several bookings links to each. */
export function PaymentRow({ payment, formats, refund, cancel }: PaymentRowProps) {
  const { t } = useI18n();
  const { may } = useSession();
  const { bookings = [], currency, amount_in_cents, paid_at, kind, refunded_payment_id } = payment;
  const amount = formats.money(amountOf(amount_in_cents, currency), currency);
  const status = statusOf(payment);
  const { guests, rentals } = partiesOf(payment);
  const payer = payment.fullname === guests ? null : payment.fullname;
  const notes = [payer, payment.card, payment.notes].filter(Boolean).join(" · ");
  const remarks = [
    payment.processing_restricted_at && t("privacy.restricted"),
    payment.forget_me_at && t("privacy.gone"),
    payment.rejection_reason,
    payment.dispute_status === "open" && t("booking.disputed"),
  ]
    .filter(Boolean)
    .join(" · ");
  const [only] = bookings;
  return (
    <tr>
      <td data-name={t("bookings.columns.guest")}>
        {only && bookings.length === 1 ? (
          <BookingLink id={only.id} className={styles.whole ?? ""}>
            {guests || only.reference}
            {guests && <small>{only.reference}</small>}
          </BookingLink>
        ) : (
          bookings.map(({ id, reference }) => (
            <div key={id}>
              <BookingLink id={id}>{reference}</BookingLink>
            </div>
          ))
        )}
      </td>
      <td data-name={t("bookings.columns.rental")}>{rentals}</td>
      <td data-name={t("booking.paidOn")}>{paid_at && formats.date(dayThen(paid_at, zoneOf(payment)))}</td>
      <td data-name={t("booking.how")}>
        {refunded_payment_id && kind !== "dispute" ? t("booking.refund") : t(`booking.kinds.${kind}`)}
        {notes && <small>{notes}</small>}
      </td>
      <td data-name={t("money.status")}>
        <span className={status === "rejected" ? styles.bad : undefined}>{t(`money.statuses.${status}`)}</span>
        {remarks && <small>{remarks}</small>}
      </td>
      <td className={styles.figure} data-name={t("money.amount")}>
        {amount}
      </td>
      <td className={styles.steps}>
        {may("payments_write") && (
          <Group gap="xs" justify="flex-end" wrap="nowrap">
            {status === "paid" && !refunded_payment_id && (
              <Button size="compact-sm" variant="default" aria-label={t("money.refundOf", { amount })} onClick={refund}>
                {t("money.refund")}
              </Button>
            )}
            {kind !== "damage-deposit" && (
              <Button size="compact-sm" variant="default" aria-label={t("money.cancelOf", { amount })} onClick={cancel}>
                {t("money.cancel")}
              </Button>
            )}
            <PaymentMenu {...{ payment, amount, formats }} />
          </Group>
        )}
      </td>
    </tr>
  );
}
