import { bookingsHolding, hasNightIn, isLive } from "./held-nights.ts";

/** Maximum `preparation_days` of a rental. */
export const maxPreparationDays = 30;

/**
 * SQL: guests stay, so the rental needs preparation: the booking is booked, a hold, or an imported stay. Other unavailable periods need
 * none, and neither do mirrors, because their guests stay in another rental (docs/design/nights.md).
 */
export const isStay = "(not bookings.unavailable or bookings.needs_preparation)";

/** SQL: the conditions that limit rentals and bookings to the caller's accounts, the nights, and which bookings close nights. */
type Closing = Record<"rentals" | "bookings" | "arrival" | "departure", string> & { live?: string };

/**
 * SQL: selects the live stays that close a night from `arrival` to `departure` (SQL dates), with their preparation days, each once.
 * Only covers rentals with preparation days, through the index rentals_that_prepare. `rentals` is the booking's rental.
 * @param live `isLive` or a stricter condition
 */
export function staysClosing(
  columns: string,
  { rentals, bookings, arrival, departure, live = isLive }: Closing,
): string {
  // Constant bounds allow an index lookup; the rental's preparation days then narrow the result.
  const isNear = hasNightIn(`${arrival} - ${maxPreparationDays}`, `${departure} + ${maxPreparationDays}`);
  const isNearEnough = hasNightIn(`${arrival} - rentals.preparation_days`, `${departure} + rentals.preparation_days`);
  // `offset 0` keeps the planner from scanning a month of all bookings first.
  return (
    `select ${columns} from rentals cross join lateral (` +
    `select bookings.account_id, bookings.rental_id, bookings.start_at, bookings.end_at from bookings` +
    ` where ${bookings} and bookings.account_id = rentals.account_id and bookings.rental_id = rentals.id and ${live} and ${isStay}` +
    ` and ${isNear} and ${isNearEnough}` +
    ` offset 0) as bookings where ${rentals} and rentals.preparation_days > 0 and rentals.deleted_at is null`
  );
}

/**
 * SQL: the same for all the accounts' rentals, in one scan of the stays around these nights. A scan per rental takes about a hundred
 * times as long for a thousand rentals. The largest `preparation_days` sets the range; without any, nothing is read.
 */
export function allStaysClosing(
  columns: string,
  { rentals, bookings, arrival, departure, live = isLive }: Closing,
): string {
  const prepares = `${rentals} and rentals.preparation_days > 0 and rentals.deleted_at is null`;
  const around = `select ${arrival} - max(preparation_days) as first, ${departure} + max(preparation_days) as last from rentals where ${prepares}`;
  const near = bookingsHolding("bookings.account_id, bookings.rental_id, bookings.start_at, bookings.end_at", {
    root: bookings,
    arrival: "(select first from around)",
    departure: "(select last from around)",
    live: `${live} and ${isStay}`,
  });
  const isNearEnough = hasNightIn(`${arrival} - rentals.preparation_days`, `${departure} + rentals.preparation_days`);
  // `offset 0` keeps the planner, which cannot estimate the number of such rentals, from looking up each one.
  return (
    `(with around as materialized (${around})` +
    ` select ${columns} from (${near} offset 0) as bookings join rentals on rentals.account_id = bookings.account_id` +
    ` and rentals.id = bookings.rental_id where ${prepares} and ${isNearEnough})`
  );
}
