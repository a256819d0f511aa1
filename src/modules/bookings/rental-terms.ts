import { notFound } from "../../kernel/errors.ts";
import type { WriteContext } from "../../kernel/write/context.ts";

/** What of a rental a booking takes over when it does not say itself. */
export interface RentalTerms {
  readonly id: number;
  /** Hours of the day, below 24. */
  readonly arrivalTime: number;
  readonly departureTime: number;
  readonly currency: string;
  readonly damageDeposit: number | null;
  readonly chargeDamageDepositOnArrival: boolean;
  readonly damageDepositCollectionMethod: string | null;
  /** Days before arrival at which the balance is due. */
  readonly balanceDue: number;
}

/** The last moment of a day that is still the same day. */
const endOfDay = 23.75;

/**
 * Locks a rental for a change to its calendar, and answers its terms. Every operation that takes or frees nights does this first, so that
 * changes to one calendar come one after the other, and the lock of the rental always precedes those of its bookings.
 * @throws RequestError 404 when it is not the account's, or deleted
 */
export async function lockRental(context: WriteContext, rentalId: number): Promise<RentalTerms> {
  const terms = await lockRentalIfThere(context, rentalId);
  if (!terms) throw notFound();
  return terms;
}

/** The same where a body names the rental: undefined when it is not the account's, or deleted. */
export async function lockRentalIfThere(context: WriteContext, rentalId: number): Promise<RentalTerms | undefined> {
  const row = await context.transaction.row<{
    checkin_time: number | null;
    checkout_time: number | null;
    currency: string;
    damage_deposit: number | null;
    charge_damage_deposit_on_arrival: boolean;
    damage_deposit_collection_method: string | null;
    balance_due: number;
  }>(
    `select checkin_time, checkout_time, currency, damage_deposit, charge_damage_deposit_on_arrival, damage_deposit_collection_method, balance_due
     from rentals where account_id = $1 and id = $2 and deleted_at is null for no key update`,
    [context.account.id, rentalId],
  );
  if (!row) return undefined;
  return {
    id: rentalId,
    arrivalTime: Math.min(row.checkin_time ?? context.account.arrivalTime, endOfDay),
    departureTime: Math.min(row.checkout_time ?? context.account.departureTime, endOfDay),
    currency: row.currency,
    damageDeposit: row.damage_deposit,
    chargeDamageDepositOnArrival: row.charge_damage_deposit_on_arrival,
    damageDepositCollectionMethod: row.damage_deposit_collection_method,
    balanceDue: row.balance_due,
  };
}

/** Locks the rental of a booking; the booking itself is locked afterwards. @throws RequestError 404 when there is no such booking */
export async function lockRentalOfBooking(context: WriteContext, bookingId: number): Promise<RentalTerms> {
  const row = await context.transaction.row<{ rental_id: number }>(
    "select rental_id from bookings where account_id = $1 and id = $2",
    [context.account.id, bookingId],
  );
  if (!row) throw notFound();
  return lockRental(context, row.rental_id);
}
