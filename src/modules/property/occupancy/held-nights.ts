import { isToCome } from "./rental-clock.ts";

/** Shared SQL over a row of `bookings`. */

/** The time of the booking's cancelation or its hold's expiry, even before the job cancels it. */
export const canceledAt =
  "coalesce(bookings.canceled_at, case when bookings.tentative_expires_at <= now() then bookings.tentative_expires_at end)";

/** The booking holds its nights. */
export const isLive =
  "bookings.canceled_at is null and (bookings.tentative_expires_at is null or bookings.tentative_expires_at > now())";

/** An expired hold that the job has not canceled yet. */
export const isExpiredHold = "bookings.canceled_at is null and bookings.tentative_expires_at <= now()";

/** The stay is not over on the rental's clock. */
export const isAhead = isToCome("bookings.end_at");

/** The calling application created the booking. */
export const isOwn = "bookings.created_by_type = 'Application' and bookings.created_by_id = :application";

/** The booking mirrors another one in a linked rental (bookings.md, Rental link groups). */
export const isMirror = "bookings.created_by_type = 'Booking'";

/** A live booking's state, as in searches. */
export const state =
  "case when bookings.booked then 'booked' when bookings.unavailable then 'unavailable' else 'tentative' end";

/** The value of `status` (bookings.md, States). */
export const status = `case when ${canceledAt} is not null then 'Canceled' else initcap(${state}) end`;

/** A row with `booking_id` belongs to a booking that the calling application created. */
export const belongsToOwn = (table: string): string =>
  `exists (select from bookings where bookings.account_id = :account_of(${table}) and bookings.id = ${table}.booking_id and ${isOwn})`;

/** SQL: the start of a UTC date, as an instant. */
export const midnight = (date: string): string => `((${date})::timestamp at time zone 'UTC')`;

/**
 * SQL: the booking has a night from `arrival` to `departure` (SQL dates). Compares times rather than `nights && daterange(…)`,
 * because range operators are not leakproof and row-level security would prevent index use (docs/design/nights.md).
 */
export const hasNightIn = (arrival: string, departure: string): string =>
  `bookings.start_at < ${midnight(departure)} and bookings.end_at >= ${midnight(`${arrival} + 1`)}`;

/**
 * SQL: selects the live bookings with a night from `arrival` to `departure` (SQL dates), each once, across calendars.
 * One index serves bookings that started at most 31 days before arrival; long_bookings_by_end serves the longer ones.
 * @param root the condition that limits it to the caller's accounts
 * @param live the condition for bookings that hold nights; `isLive` or a stricter one
 */
export function bookingsHolding(
  columns: string,
  { root, arrival, departure, live = isLive }: { root: string; arrival: string; departure: string; live?: string },
): string {
  const recent = midnight(`${arrival} - 31`);
  const common = `${root} and ${live} and ${hasNightIn(arrival, departure)}`;
  const long = "bookings.end_at - bookings.start_at > interval '31 days'";
  return (
    `select ${columns} from bookings where ${common} and bookings.start_at >= ${recent}` +
    ` union all select ${columns} from bookings where ${common} and bookings.start_at < ${recent} and ${long}`
  );
}

/** The booking holds its nights, if tentative holds count as free. */
export const isFirm = "bookings.canceled_at is null and bookings.tentative_expires_at is null";

/** SQL: a booking's arrival and departure dates, from columns in those indexes. */
export const arrivalDate = "(bookings.start_at at time zone 'UTC')::date";
export const departureDate = "(bookings.end_at at time zone 'UTC')::date";
