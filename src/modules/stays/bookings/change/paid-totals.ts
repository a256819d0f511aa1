import { minorUnit } from "../../../../core/rounding.ts";
import type { AccountTransaction } from "../../../../kernel/write/context.ts";
import { priceColumn } from "../booking-columns.ts";
import type { BookingToPay } from "./paid-booking.ts";

/** A booking's payment totals, in minor units of its currency. */
export interface PaidTotals {
  readonly paid: number;
  readonly authorized: number;
  readonly count: number;
}

/** Stores a booking's payment totals, in the transaction that changes the payments. */
export async function storePaidTotals(
  { transaction, account }: AccountTransaction,
  { id, currency }: Pick<BookingToPay, "id" | "currency">,
  { paid, authorized, count }: PaidTotals,
): Promise<void> {
  await transaction.run(
    `update bookings set paid_amount = $3, authorized_amount = $4, bookings_payments_count = $5, updated_at = statement_timestamp()
     where account_id = $1 and id = $2
       and (paid_amount, authorized_amount, bookings_payments_count) is distinct from ($3::numeric, $4::numeric, $5::integer)`,
    [account.id, id, priceColumn(hundredths(paid, currency)), priceColumn(hundredths(authorized, currency)), count],
  );
}

/** The same for several bookings, by one statement. */
export async function storeAllPaidTotals(
  { transaction, account }: AccountTransaction,
  totals: readonly (Pick<BookingToPay, "id" | "currency"> & PaidTotals)[],
): Promise<void> {
  await transaction.run(
    `update bookings set paid_amount = one.paid, authorized_amount = one.authorized, bookings_payments_count = one.count,
       updated_at = statement_timestamp()
     from unnest($2::bigint[], $3::numeric[], $4::numeric[], $5::integer[]) as one (id, paid, authorized, count)
     where bookings.account_id = $1 and bookings.id = one.id
       and (paid_amount, authorized_amount, bookings_payments_count) is distinct from (one.paid, one.authorized, one.count)`,
    [
      account.id,
      totals.map(({ id }) => id),
      totals.map(({ paid, currency }) => priceColumn(hundredths(paid, currency))),
      totals.map(({ authorized, currency }) => priceColumn(hundredths(authorized, currency))),
      totals.map(({ count }) => count),
    ],
  );
}

/** Converts minor units to hundredths: a yen is 100, a cent 1. */
export function hundredths(minorUnits: number, currency: string): number {
  return minorUnits * minorUnit(currency);
}

/** Converts hundredths to minor units, rounding up so that a charge leaves no fraction due. */
export function minorUnits(amount: number, currency: string): number {
  return Math.ceil(amount / minorUnit(currency));
}
