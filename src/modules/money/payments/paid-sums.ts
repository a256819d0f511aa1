import type { AccountTransaction } from "../../../kernel/write/context.ts";
import { type BookingToPay, storePaidTotals, type PaidTotals } from "../../stays/bookings/change/paid-booking.ts";

/** SQL: the payment counts: it is not canceled, and neither is the one that it gives back. */
const counts = "payments.canceled_at is null and refunded.canceled_at is null and payments.rejected_at is null";

/**
 * What the payments of a booking come to (bookings.md, Money): paid is what has `paid_at`, refunds are negative; authorised is what is
 * set aside and not taken yet. What is canceled counts no more, and neither do its refunds.
 */
export async function paidSums({ transaction, account }: AccountTransaction, booking: number): Promise<PaidTotals> {
  const row = await transaction.row<{ paid: number; authorized: number; count: number }>(
    `select coalesce(sum(lines.amount_in_cents) filter (where payments.paid_at is not null), 0)::bigint as paid,
       coalesce(sum(lines.amount_in_cents) filter (where payments.paid_at is null and payments.authorized_at is not null), 0)::bigint as authorized,
       count(*) as count
     from bookings_payments as lines
     join payments on payments.account_id = lines.account_id and payments.id = lines.payment_id
     left join payments as refunded on refunded.account_id = payments.account_id and refunded.id = payments.refunded_payment_id
     where lines.account_id = $1 and lines.booking_id = $2 and ${counts}`,
    [account.id, booking],
  );
  return row ?? { paid: 0, authorized: 0, count: 0 };
}

/** Brings the sums of a booking, which is locked, up to its payments. To be called in the transaction that changed them. */
export async function followPayments(context: AccountTransaction, booking: BookingToPay): Promise<void> {
  await storePaidTotals(context, booking, await paidSums(context, booking.id));
}
