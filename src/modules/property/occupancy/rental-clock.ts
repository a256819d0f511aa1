import type { AccountTransaction } from "../../../kernel/write/context.ts";

/** SQL and reads for the rental's clock (bookings.md): a stay's times are readings of it, stored as if in UTC. */

/** SQL: the time zone of a row's rental. */
const timeZoneIn = (table: string): string =>
  `(select rentals.time_zone from rentals where rentals.account_id = :account_of(${table}) and rentals.id = ${table}.rental_id)`;

/** SQL: the date that the rental's calendar shows at an instant. */
export const rentalDate = (instant: string, table = "bookings"): string =>
  `((${instant}) at time zone ${timeZoneIn(table)})::date`;

/** SQL: the reading of the rental's clock at an instant, as if in UTC. */
export const rentalReadingAt = (instant: string, table = "bookings"): string =>
  `(${instant} at time zone ${timeZoneIn(table)} at time zone 'UTC')`;

/** SQL: the instant at which the rental's clock shows a reading; a row without a rental has a clock in UTC. */
export const instantOfReading = (reading: string, table: string): string =>
  `(${reading} at time zone 'UTC' at time zone coalesce(${timeZoneIn(table)}, 'UTC'))`;

const rentalNow = (table: string): string => rentalReadingAt("now()", table);

/** SQL: no rental's clock shows an earlier time than this, or a later one. The first serves indexes. */
export const earliestRentalNow = "(now() - interval '12 hours')";
export const latestRentalNow = "(now() + interval '14 hours')";

/**
 * SQL: of a reading after `earliestRentalNow`, whether the rental's clock has passed it. Reads the zone only for readings that some rental's
 * clock has not passed.
 */
export const hasJustPassed = (reading: string, table = "bookings"): string =>
  `${reading} <= ${latestRentalNow} and ${reading} <= ${rentalNow(table)}`;

/** SQL: the rental's clock has not passed a reading yet. */
export const isToCome = (reading: string, table = "bookings"): string =>
  `${reading} > ${earliestRentalNow} and not (${hasJustPassed(reading, table)})`;

/**
 * SQL: a reading is earlier than a moment, by default the rental's now, plus an interval. Reads the rental's zone only for readings that
 * come later than some rental's moment.
 * @param from the earliest reading of any rental at the moment, and the row's rental's; null for now
 */
export function isBeforeRentalNow(
  reading: string,
  { from, later }: { from: { readonly bound: string; readonly reading: string }; later: string },
  table = "bookings",
): string {
  const before = (moment: string): string => `${reading} < ${moment} + ${later}`;
  return `(${before(`coalesce(${from.bound}, ${earliestRentalNow})`)} or ${before(`coalesce(${from.reading}, ${rentalNow(table)})`)})`;
}

/** Returns a rental's time zone. */
export async function timeZoneOf({ transaction, account }: AccountTransaction, rental: number): Promise<string> {
  const row = await transaction.row<{ time_zone: string }>(
    "select time_zone from rentals where account_id = $1 and id = $2",
    [account.id, rental],
  );
  if (!row) throw new Error(`The rental ${rental} is missing.`);
  return row.time_zone;
}
