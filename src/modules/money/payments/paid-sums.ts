import type { AccountTransaction } from "../../../kernel/write/context.ts";
import type { BookingToPay } from "../../stays/bookings/change/paid-booking.ts";
import { type PaidTotals, storeAllPaidTotals, storePaidTotals } from "../../stays/bookings/change/paid-totals.ts";
import { isForDeposit } from "./payment-kinds.ts";

/** SQL: the payment counts: neither it nor the payment that it refunds is canceled. */
const counts = "payments.canceled_at is null and refunded.canceled_at is null and payments.rejected_at is null";

/** SQL: it pays the price; a damage deposit does not. */
const pays = `not ${isForDeposit("payments", "refunded")}`;

const lines = `from bookings_payments as lines
  join payments on payments.account_id = $1 and payments.id = lines.payment_id
  left join payments as refunded on refunded.account_id = $1 and refunded.id = payments.refunded_payment_id`;

/** SQL: the sums of the lines, in minor units. */
const sums = `coalesce(sum(lines.amount_in_cents) filter (where payments.paid_at is not null and ${pays}), 0)::bigint as paid,
  coalesce(sum(lines.amount_in_cents) filter (where payments.paid_at is null and payments.authorized_at is not null and ${pays}), 0)::bigint as authorized,
  count(*) as count`;

type PaidRow = { paid: number; authorized: number; count: number };

const noPayments: PaidTotals = { paid: 0, authorized: 0, count: 0 };

/**
 * Sums a booking's payments (bookings.md, Money). Paid: payments with `paid_at`, less refunds. Authorized: not captured yet.
 * Canceled payments and their refunds do not count, nor do damage deposits.
 */
export async function paidSums({ transaction, account }: AccountTransaction, booking: number): Promise<PaidTotals> {
  const row = await transaction.row<PaidRow>(
    `select ${sums} ${lines} where lines.account_id = $1 and lines.booking_id = $2 and ${counts}`,
    [account.id, booking],
  );
  return row ?? noPayments;
}

/** Updates a locked booking's paid sums. Call it in the transaction that changed the payments. */
export async function updatePaidSums(context: AccountTransaction, booking: BookingToPay): Promise<void> {
  await storePaidTotals(context, booking, await paidSums(context, booking.id));
}

/** The same for several bookings, by two statements. */
export async function updateAllPaidSums(
  context: AccountTransaction,
  bookings: readonly Pick<BookingToPay, "id" | "currency">[],
): Promise<void> {
  const rows = await context.transaction.rows<PaidRow & { booking: number }>(
    `select lines.booking_id as booking, ${sums} ${lines}
     where lines.account_id = $1 and lines.booking_id = any ($2::bigint[]) and ${counts} group by lines.booking_id`,
    [context.account.id, bookings.map(({ id }) => id)],
  );
  const found = new Map(rows.map(({ booking, ...totals }) => [booking, totals]));
  await storeAllPaidTotals(
    context,
    bookings.map(({ id, currency }) => ({ id, currency, ...(found.get(id) ?? noPayments) })),
  );
}
