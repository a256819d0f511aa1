import { Button } from "@mantine/core";
import { useState } from "react";
import { useSession } from "../../app/session.tsx";
import type { BookingRecord } from "../../components/bookings/booking-record.ts";
import { PayLink } from "../../components/bookings/pay-link.tsx";
import { dayOf } from "../../components/days.ts";
import { Failure } from "../../components/failure.tsx";
import type { Formats } from "../../components/formats.ts";
import { PaymentForm } from "../../components/payment-form.tsx";
import { amountOf } from "../../components/record-payment.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { Card } from "./card.tsx";
import { type PaymentPart, usePayments } from "./payments.ts";
import { isChangeable } from "./stay-actions.tsx";

interface PaymentsCardProps {
  readonly booking: BookingRecord;
  readonly formats: Formats;
}

/** Payments, the balance and its due date, and a button to record a payment. */
export function PaymentsCard({ booking, formats }: PaymentsCardProps) {
  const { t } = useI18n();
  const { may } = useSession();
  const [isOpen, setOpen] = useState(false);
  const payments = usePayments(booking.id, may("payments_read") || may("payments_write"));
  const { currency, paid_amount, authorized_amount, payment_left_to_collect: left, balance_due_at: due } = booking;
  if (!currency || booking.unavailable) return null;
  const money = (amount: string | number) => formats.money(amount, currency);
  const sums: readonly (readonly [string, string | null | undefined])[] = [
    [t("booking.paid"), paid_amount],
    [t("booking.authorized"), Number(authorized_amount) > 0 ? authorized_amount : null],
    [t("stay.open"), left],
  ];
  return (
    <Card title={t("booking.payments")}>
      {payments.error && <Failure error={payments.error} reset={() => void payments.refetch()} />}
      {payments.data?.length === 0 && <p className="hint">{t("booking.noPayments")}</p>}
      <table className="lines">
        <tbody>
          {payments.data?.map((part) => (
            <PaymentLine key={part.id} part={part} formats={formats} />
          ))}
        </tbody>
        <tfoot>
          {sums.map(
            ([name, amount]) =>
              amount != null && (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td>{money(amount)}</td>
                </tr>
              ),
          )}
        </tfoot>
      </table>
      {Number(booking.damage_deposit) > 0 && (
        <p className="hint">{t("booking.deposit", { amount: money(booking.damage_deposit ?? 0) })}</p>
      )}
      {due && Number(left) > 0 && <p className="hint">{t("booking.dueBy", { moment: formats.moment(due) })}</p>}
      {may("payments_write") && booking.status !== "Canceled" && (
        <Button mt="sm" variant="default" onClick={() => setOpen(true)}>
          {t("booking.recordPayment")}
        </Button>
      )}
      {booking.payment_url && Number(left) > 0 && isChangeable(booking) && <PayLink url={booking.payment_url} />}
      {isOpen && <PaymentForm {...{ booking, currency, formats }} close={() => setOpen(false)} />}
    </Card>
  );
}

function PaymentLine({ part, formats }: { readonly part: PaymentPart; readonly formats: Formats }) {
  const { t } = useI18n();
  const { payment, amount_in_cents, currency } = part;
  const amount = amountOf(amount_in_cents, currency);
  const when = payment?.paid_at ?? payment?.rejected_at ?? payment?.authorized_at;
  const name = payment?.refunded_payment_id ? t("booking.refund") : payment && t(`booking.kinds.${payment.kind}`);
  const details = [
    when && formats.date(dayOf(when)),
    payment?.rejected_at && t("booking.rejected", { reason: payment.rejection_reason ?? "" }).trim(),
    payment?.disputed_at && t("booking.disputed"),
    !when && t("booking.underWay"),
    payment?.card,
    payment?.notes,
  ];
  return (
    <tr className={payment?.rejected_at ? "included" : ""}>
      <th scope="row">
        {name}
        <small>{details.filter(Boolean).join(" · ")}</small>
      </th>
      <td>{formats.money(amount, currency)}</td>
    </tr>
  );
}
