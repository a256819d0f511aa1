import { bookingReference } from "../../../../core/reference.ts";
import { withAccount } from "../../../../kernel/read/parameters.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";
import { isAhead, isLive, isMirror } from "../../../property/occupancy/held-nights.ts";
import { lockCalendars } from "./linked-rentals.ts";

/** Maximum pairs of bookings in a refusal. */
const maxPairs = 20;

/** SQL: the stay is not over. `$1`: account. */
const isAheadHere = withAccount(isAhead, "$1");

/** SQL: a booking to mirror: live, not over, and not a mirror. `$1`, `$2`: account, rentals. */
const isMirrored = `bookings.account_id = $1 and bookings.rental_id = any ($2::bigint[]) and ${isLive} and ${isAheadHere} and not ${isMirror}`;

/** Locks rentals before their links change. @returns the account's own among them, in ascending order */
export async function lockRentalsToLink(context: WriteContext, rentals: readonly number[]): Promise<readonly number[]> {
  const { terms } = await lockCalendars(context, { rentals });
  return rentals.filter((rental) => terms.has(rental)).toSorted((a, b) => a - b);
}

/**
 * Finds bookings of different rentals that share a night, at least one of each pair not over. Their rentals cannot be linked.
 * Cancels expired holds first. The rentals must be locked.
 * @returns pairs of references, at most `maxPairs`
 */
export async function findOverlappingBookings(
  { transaction, account }: WriteContext,
  rentals: readonly number[],
): Promise<readonly (readonly [string, string])[]> {
  const values = [account.id, `{${rentals.join(",")}}`];
  const expired = await transaction.run(
    `update bookings set canceled_at = tentative_expires_at, updated_at = statement_timestamp()
     where account_id = $1 and rental_id = any ($2::bigint[]) and canceled_at is null and tentative_expires_at <= now()`,
    values,
  );
  if (expired > 0) await transaction.closeFreedNights();
  // Group by night instead of joining pairs: fifty rentals with years of bookings have too many pairs.
  const rows = await transaction.rows<{ one: number; other: number }>(
    `with held as (
       select bookings.id, bookings.nights, ${isAheadHere} as ahead from bookings
       where bookings.account_id = $1 and bookings.rental_id = any ($2::bigint[]) and bookings.canceled_at is null and not ${isMirror}
         and bookings.end_at > (select min(bookings.start_at) from bookings where ${isMirrored})
     ), shared as (
       select distinct array_agg(held.id order by held.id) as ids, array_agg(held.ahead order by held.id) as ahead
       from held, generate_series(lower(held.nights) - date '2000-01-01', upper(held.nights) - date '2000-01-01' - 1) as night
       group by night having count(*) > 1 and bool_or(held.ahead)
       order by ids limit ${maxPairs}
     )
     select distinct one.id as one, other.id as other from shared,
       unnest(shared.ids, shared.ahead) as one (id, ahead), unnest(shared.ids, shared.ahead) as other (id, ahead)
     where one.id < other.id and (one.ahead or other.ahead) order by 1, 2 limit ${maxPairs}`,
    values,
  );
  return rows.map(({ one, other }) => [bookingReference(one), bookingReference(other)]);
}

/** Mirrors the bookings of newly linked rentals in each other. The rentals must be locked and free of overlaps. */
export async function mirrorAll({ transaction, account }: WriteContext, rentals: readonly number[]): Promise<void> {
  const values = [account.id, `{${rentals.join(",")}}`];
  // A separate statement: a cluster cannot insert what a correlated subquery selects.
  const mirrored = await transaction.rows<{ id: number }>(
    `select bookings.id from bookings where ${isMirrored}`,
    values,
  );
  if (mirrored.length === 0) return;
  await transaction.run(
    `insert into bookings (account_id, rental_id, start_at, end_at, booked, unavailable, tentative_expires_at, created_by_id,
       created_by_type, currency)
     select bookings.account_id, rentals.id, bookings.start_at, bookings.end_at, false, true, bookings.tentative_expires_at, bookings.id,
       'Booking', rentals.currency
     from bookings join rentals on rentals.account_id = $1 and rentals.account_id = bookings.account_id and rentals.id = any ($2::bigint[])
       and rentals.id <> bookings.rental_id
     where bookings.account_id = $1 and bookings.id = any ($3::bigint[]) and not exists (
       select from bookings as mirrors where mirrors.account_id = $1 and mirrors.account_id = bookings.account_id and mirrors.created_by_type = 'Booking'
         and mirrors.created_by_id = bookings.id and mirrors.rental_id = rentals.id and mirrors.canceled_at is null
     )
     order by bookings.id, rentals.id returning account_id`,
    [...values, `{${mirrored.map(({ id }) => id).join(",")}}`],
  );
}

/**
 * Cancels upcoming mirrors that no remaining link needs: another group may still link the same rentals. The rentals must be locked.
 */
export async function endUnlinkedMirrors(
  { transaction, account }: WriteContext,
  rentals: readonly number[],
): Promise<void> {
  await transaction.run(
    `update bookings set canceled_at = statement_timestamp(), updated_at = statement_timestamp() from bookings as origins
     where bookings.account_id = $1 and bookings.rental_id = any ($2::bigint[]) and ${isMirror} and bookings.canceled_at is null
       and ${isAheadHere} and origins.account_id = $1 and origins.id = bookings.created_by_id
       and origins.rental_id = any ($2::bigint[]) and not exists (
         select from rental_links where rental_links.account_id = $1 and rental_links.deleted_at is null
           and rental_links.source_rental_id = origins.rental_id and rental_links.destination_rental_id = bookings.rental_id
       )`,
    [account.id, `{${rentals.join(",")}}`],
  );
}
