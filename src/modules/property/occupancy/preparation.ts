import { bookingsHolding, hasNightIn, isLive } from "./held-nights.ts";

/** The most `preparation_days` that a rental can have. */
export const mostPreparationDays = 30;

/**
 * SQL: the rental is prepared before and after the booking, for guests stay: it is booked, or a hold. Nobody stays in what is unavailable,
 * and that is what a mirror is, too: only the rental where its origin's guests stay is prepared (docs/design/nights.md).
 */
export const isStay = "not bookings.unavailable";

/**
 * SQL: a select of the live stays that close a night from `arrival` to `departure` (SQL for dates), by their own nights or by the
 * preparation days of their rental, each once. Rentals without preparation days are not among them: where no rental has any, an empty
 * index is all that is read (rentals_that_prepare). `rentals` is the rental of the row of `bookings`, which has its id and its times.
 * @param root the condition that roots the rentals, and so their bookings, in the caller's accounts
 * @param live what closes a night; `isLive`, or less
 */
export function staysClosing(
  columns: string,
  { root, arrival, departure, live = isLive }: { root: string; arrival: string; departure: string; live?: string },
): string {
  // Bounds without a column in them are what an index is looked up by; which of those are near enough the rental says.
  const isNear = hasNightIn(`${arrival} - ${mostPreparationDays}`, `${departure} + ${mostPreparationDays}`);
  const isNearEnough = hasNightIn(`${arrival} - rentals.preparation_days`, `${departure} + rentals.preparation_days`);
  // The offset keeps the bookings behind the rentals: the planner would read a month of them all first, with workers of its own.
  return (
    `select ${columns} from rentals cross join lateral (` +
    `select bookings.account_id, bookings.rental_id, bookings.start_at, bookings.end_at from bookings` +
    ` where bookings.account_id = rentals.account_id and bookings.rental_id = rentals.id and ${live} and ${isStay}` +
    ` and ${isNear} and ${isNearEnough}` +
    ` offset 0) as bookings where ${root} and rentals.preparation_days > 0 and rentals.deleted_at is null`
  );
}

/**
 * SQL: the same for all rentals of the accounts, in one reading of the stays around the asked nights, however many rentals prepare: calendar
 * by calendar a thousand of them take some hundred times as long. As far around as the rental with the most days asks for; without any
 * such rental nothing is read.
 * @param rentals the condition that roots the rentals in the caller's accounts
 * @param bookings the same for bookings
 */
export function allStaysClosing(
  columns: string,
  {
    rentals,
    bookings,
    arrival,
    departure,
    live = isLive,
  }: Record<"rentals" | "bookings" | "arrival" | "departure", string> & { live?: string },
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
  // The offset keeps the stays together: the planner, which cannot know how many rentals prepare, would look up each of them.
  return (
    `(with around as materialized (${around})` +
    ` select ${columns} from (${near} offset 0) as bookings join rentals on rentals.account_id = bookings.account_id` +
    ` and rentals.id = bookings.rental_id where ${prepares} and ${isNearEnough})`
  );
}
