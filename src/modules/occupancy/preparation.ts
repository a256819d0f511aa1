import { bookingsHolding, hasNightIn, isLive } from "./held-nights.ts";

/** The most `preparation_days` that a rental can have. */
export const mostPreparationDays = 30;

/**
 * SQL: the rental is prepared before and after the booking, for guests stay: it is booked, or a hold. Nobody stays in what is unavailable,
 * and that is what a mirror is, too: only the rental where its origin's guests stay is prepared (docs/decisions/0047-preparation-days.md).
 */
export const isStay = "not bookings.unavailable";

/**
 * SQL: a select of the live stays that close a night from `arrival` to `departure` (SQL for dates), by their own nights or by the
 * preparation days of their rental, each once. Rentals without preparation days are not among them: where no rental has any, an empty
 * index is all that is read (0027_preparation_days.sql). `rentals` is the rental of the row of `bookings`, which has its id and its times.
 * @param rentals the condition that roots the rentals in the caller's accounts
 * @param root the same for the bookings
 * @param live what closes a night; `isLive`, or less
 */
export function staysClosing(
  columns: string,
  asked: { rentals: string; root: string; arrival: string; departure: string; live?: string },
): string {
  const { rentals, root, arrival, departure, live = isLive } = asked;
  const near = bookingsHolding("bookings.account_id, bookings.rental_id, bookings.start_at, bookings.end_at", {
    root,
    arrival: `${arrival} - ${mostPreparationDays}`,
    departure: `${departure} + ${mostPreparationDays}`,
    live: `${live} and ${isStay}`,
  });
  const prepared = hasNightIn(`${arrival} - rentals.preparation_days`, `${departure} + rentals.preparation_days`);
  return (
    `select ${columns} from rentals join (${near}) as bookings` +
    ` on bookings.account_id = rentals.account_id and bookings.rental_id = rentals.id` +
    ` where ${rentals} and rentals.preparation_days > 0 and rentals.deleted_at is null and ${prepared}`
  );
}
