/** SQL over a row of `bookings` that its declaration and its verbs share. */

/** When the booking ceased to hold its nights: canceled, or a hold that has expired, whether or not the job has noted it yet. */
export const canceledAt =
  "coalesce(bookings.canceled_at, case when bookings.tentative_expires_at <= now() then bookings.tentative_expires_at end)";

/** The booking holds its nights. */
export const isLive =
  "bookings.canceled_at is null and (bookings.tentative_expires_at is null or bookings.tentative_expires_at > now())";

/** The calling application made the booking. */
export const isOwn = "bookings.created_by_type = 'Application' and bookings.created_by_id = :application";

/** The state of a live booking, as the search names it. */
export const state =
  "case when bookings.booked then 'booked' when bookings.unavailable then 'unavailable' else 'tentative' end";

/** What `status` shows (bookings.md, States). */
export const status = `case when ${canceledAt} is not null then 'Canceled' else initcap(${state}) end`;

/** A row of a table with `booking_id` belongs to a booking that the calling application made. */
export const belongsToOwn = (table: string): string =>
  `exists (select from bookings where bookings.account_id = ${table}.account_id and bookings.id = ${table}.booking_id and ${isOwn})`;
