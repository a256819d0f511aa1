import { bookingReference } from "../../../../core/reference.ts";
import { forbidden } from "../../../../kernel/errors.ts";
import { withAccount } from "../../../../kernel/read/parameters.ts";
import type { AccountTransaction, WriteContext } from "../../../../kernel/write/context.ts";
import { isAhead } from "../../../property/occupancy/held-nights.ts";
import type { RentalTerms } from "../rental-terms.ts";
import { isOver, type Stay } from "../stay.ts";
import type { LockedCalendars } from "./linked-rentals.ts";

/** SQL: a live mirror of the booking `$2`. */
const isLiveMirror =
  "bookings.account_id = $1 and bookings.created_by_type = 'Booking' and bookings.created_by_id = $2 and bookings.canceled_at is null";

/**
 * Refuses to change a mirror: it follows its origin (bookings.md, Rental link groups). First check that the caller may see the booking.
 * @throws RequestError 403 naming the origin
 */
export async function assertNoMirror({ transaction, account }: WriteContext, booking: number): Promise<void> {
  const row = await transaction.row<{ origin: number }>(
    "select created_by_id as origin from bookings where account_id = $1 and id = $2 and created_by_type = 'Booking'",
    [account.id, booking],
  );
  if (row) throw forbidden(`This booking is a mirror of ${bookingReference(row.origin)}. Change that booking instead.`);
}

/** The parts of a written booking that its mirrors follow. */
export interface MirroredStay {
  readonly rental: RentalTerms;
  readonly stay: Stay;
  readonly isCanceled: boolean;
}

/**
 * Returns the rentals in which a booking needs mirrors: its linked rentals, or none if it is canceled or over.
 */
export function mirroredRentals(
  { now }: Pick<WriteContext, "now">,
  calendars: LockedCalendars,
  { rental, stay, isCanceled }: MirroredStay,
): readonly number[] {
  return isCanceled || isOver(stay.endAt, rental.timeZone, now) ? [] : calendars.linkedTo(rental.id);
}

/**
 * Cancels a booking's mirrors outside `keptIn`, before its own nights change. Past mirrors stay unless the booking is canceled.
 * @param keptIn locked rentals
 */
export async function endMirrors(
  { transaction, account }: AccountTransaction,
  origin: number,
  keptIn: readonly number[],
  isCanceled: boolean,
): Promise<void> {
  await transaction.run(
    `update bookings set canceled_at = statement_timestamp(), updated_at = statement_timestamp()
     where ${isLiveMirror} and bookings.rental_id <> all ($3::bigint[]) and ($4 or ${withAccount(isAhead, "$1")})`,
    [account.id, origin, `{${keptIn.join(",")}}`, isCanceled],
  );
}

/** Cancels all mirrors of canceled bookings. */
export async function endMirrorsOf(
  { transaction, account }: AccountTransaction,
  origins: readonly number[],
): Promise<void> {
  await transaction.run(
    `update bookings set canceled_at = statement_timestamp(), updated_at = statement_timestamp()
     where account_id = $1 and created_by_type = 'Booking' and created_by_id = any ($2::bigint[]) and canceled_at is null`,
    [account.id, `{${origins.join(",")}}`],
  );
}

/**
 * Updates a written booking's mirrors to its nights and expiry, and creates missing ones. A mirror has no guest and no prices.
 * @param rentals locked rentals with free nights
 */
export async function placeMirrors(
  { transaction, account }: AccountTransaction,
  origin: number,
  rentals: readonly number[],
): Promise<void> {
  if (rentals.length === 0) return;
  // PostgreSQL expects a plan for these rentals to be cheaper, and planning takes as long as a mirror.
  await transaction.plannedOnce(() =>
    transaction.run(
      `with origin as (
         select account_id, id, start_at, end_at, tentative_expires_at from bookings where account_id = $1 and id = $2
       ), followed as (
         update bookings set start_at = origin.start_at, end_at = origin.end_at, tentative_expires_at = origin.tentative_expires_at,
           updated_at = statement_timestamp()
         from origin where ${isLiveMirror} and bookings.rental_id = any ($3::bigint[])
           and (bookings.start_at, bookings.end_at, bookings.tentative_expires_at)
             is distinct from (origin.start_at, origin.end_at, origin.tentative_expires_at)
       )
       insert into bookings (account_id, rental_id, start_at, end_at, booked, unavailable, tentative_expires_at, created_by_id,
         created_by_type, currency)
       select origin.account_id, rentals.id, origin.start_at, origin.end_at, false, true, origin.tentative_expires_at, origin.id,
         'Booking', rentals.currency
       from origin join rentals on rentals.account_id = $1 and rentals.account_id = origin.account_id and rentals.id = any ($3::bigint[])
       where not exists (select from bookings where ${isLiveMirror} and bookings.rental_id = rentals.id)
       order by rentals.id returning account_id`,
      [account.id, origin, `{${rentals.join(",")}}`],
    ),
  );
}
