import type { AccountTransaction } from "../../../kernel/write/context.ts";
import { type BookingToPay, type PaidTotals, storePaidTotals } from "../../stays/bookings/change/paid-booking.ts";

/** SQL: the payment counts: neither it nor the payment that it refunds is canceled. */
const counts = "payments.canceled_at is null and refunded.canceled_at is null and payments.rejected_at is null";

/**
 * Sums a booking's payments (bookings.md, Money). Paid: payments with `paid_at`, less refunds. Authorized: not captured yet.
 * Canceled payments and their refunds do not count.
 */
export async function paidSums({ transaction, account }: AccountTransaction, booking: number): Promise<PaidTotals> {
  const row = await transaction.row<{ paid: number; authorized: number; count: number }>(
    `select coalesce(sum(lines.amount_in_cents) filter (where payments.paid_at is not null), 0)::bigint as paid,
       coalesce(sum(lines.amount_in_cents) filter (where payments.paid_at is null and payments.authorized_at is not null), 0)::bigint as authorized,
       count(*) as count
     from bookings_payments as lines
     join payments on payments.account_id = $1 and payments.id = lines.payment_id
     left join payments as refunded on refunded.account_id = $1 and refunded.id = payments.refunded_payment_id
     where lines.account_id = $1 and lines.booking_id = $2 and ${counts}`,
    [account.id, booking],
  );
  return row ?? { paid: 0, authorized: 0, count: 0 };
}

/** Updates a locked booking's paid sums. Call it in the transaction that changed the payments. */
export async function updatePaidSums(context: AccountTransaction, booking: BookingToPay): Promise<void> {
  await storePaidTotals(context, booking, await paidSums(context, booking.id));
}
