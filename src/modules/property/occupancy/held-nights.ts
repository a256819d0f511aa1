/** SQL over a row of `bookings` that its declaration, its operations and other modules share. */

/** When the booking ceased to hold its nights: canceled, or a hold that has expired, whether or not the job has noted it yet. */
export const canceledAt =
  "coalesce(bookings.canceled_at, case when bookings.tentative_expires_at <= now() then bookings.tentative_expires_at end)";

/** The booking holds its nights. */
export const isLive =
  "bookings.canceled_at is null and (bookings.tentative_expires_at is null or bookings.tentative_expires_at > now())";

/** A hold that has expired, and that the job has not noted as canceled yet. */
export const isUnnotedEnd = "bookings.canceled_at is null and bookings.tentative_expires_at <= now()";

/** The stay is not over. */
export const isAhead = "bookings.end_at > now()";

/** The calling application made the booking. */
export const isOwn = "bookings.created_by_type = 'Application' and bookings.created_by_id = :application";

/** Another booking made the booking: it blocks a linked rental for it (bookings.md, Rental link groups). */
export const isMirror = "bookings.created_by_type = 'Booking'";

/** The state of a live booking, as the search names it. */
export const state =
  "case when bookings.booked then 'booked' when bookings.unavailable then 'unavailable' else 'tentative' end";

/** What `status` shows (bookings.md, States). */
export const status = `case when ${canceledAt} is not null then 'Canceled' else initcap(${state}) end`;

/** A row of a table with `booking_id` belongs to a booking that the calling application made. */
export const belongsToOwn = (table: string): string =>
  `exists (select from bookings where bookings.account_id = ${table}.account_id and bookings.id = ${table}.booking_id and ${isOwn})`;

/** SQL: the beginning of a UTC date, as a point in time. */
export const midnight = (date: string): string => `((${date})::timestamp at time zone 'UTC')`;

/**
 * SQL: the booking has a night from `arrival` to `departure` (SQL for dates). It says in times what `nights && daterange(arrival,
 * departure)` says in nights: row-level security lets no range be looked up in an index, because the comparison of ranges is not
 * leakproof (docs/design/nights.md).
 */
export const hasNightIn = (arrival: string, departure: string): string =>
  `bookings.start_at < ${midnight(departure)} and bookings.end_at >= ${midnight(`${arrival} + 1`)}`;

/**
 * SQL: a select of the live bookings that hold a night from `arrival` to `departure` (SQL for dates), each once, whatever calendar they
 * are in. Those that began in the 31 days before the arrival, or later, are read from one index, and the few others, which are longer
 * than that, from another (long_bookings_by_end).
 * @param root the condition that roots it in the caller's accounts
 * @param live what holds a night; `isLive`, or less
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

/** What holds nights when tentative holds count as free. */
export const isFirm = "bookings.canceled_at is null and bookings.tentative_expires_at is null";

/** SQL: the first and the last night's following day of a booking, as `nights` has them, from what those indexes hold. */
export const arrivalDate = "(bookings.start_at at time zone 'UTC')::date";
export const departureDate = "(bookings.end_at at time zone 'UTC')::date";
