import { formatDay } from "../../../../core/day.ts";
import { bookingReference } from "../../../../core/reference.ts";
import type { ValidationErrors } from "../../../../kernel/errors.ts";
import type { AccountTransaction, WriteContext } from "../../../../kernel/write/context.ts";
import { hasNightIn, isExpiredHold, isMirror } from "../../../property/occupancy/held-nights.ts";
import { isStay } from "../../../property/occupancy/preparation.ts";
import type { Stay } from "../stay.ts";
import { noPreparation, type Preparation } from "./preparation.ts";

/** SQL: the booking takes a night of the stay. */
const takesNight = hasNightIn("$3::date", "$4::date");

/** SQL: the booking is a stay in the `$6` preparation nights before or the `$7` after, but takes no night. */
const isTooNear = `${isStay} and not (${takesNight}) and ${hasNightIn("$3::date - $6::integer", "$4::date + $7::integer")}`;

/** SQL: the booking is live, and neither one of the moved bookings `$5` nor their mirror. */
const isAnother = `bookings.account_id = $1 and bookings.canceled_at is null and bookings.id <> all ($5::bigint[])
  and (bookings.created_by_type <> 'Booking' or bookings.created_by_id <> all ($5::bigint[]))`;

/**
 * SQL: selects a rental's first booking in the way. `search` sends it by `plannedOnce`: PostgreSQL expects a plan for known dates to be cheaper.
 * The one-element array avoids the exclusion constraint's index, which would read the rental's whole history. No index has the order by
 * departure day: in one that has, PostgreSQL would look for the first match through all rentals of the account.
 */
const firstInTheWay = (rental: string, condition: string, tooNear = false): string =>
  `select bookings.id, bookings.rental_id as rental, ${isExpiredHold} as expired, ${tooNear} as "tooNear",
     (select name from rentals where rentals.account_id = $1 and rentals.id = ${rental}) as name
   from bookings where ${isAnother} and bookings.rental_id = any (array[${rental}]) and ${condition}
   order by upper(bookings.nights) limit 1`;

/**
 * SQL: selects the rental's first conflicting booking, or else one that is too near.
 * `$1` … `$7`: account, rental, arrival, departure, excluded bookings, preparation days before and after.
 */
export const firstInOwnRental = `select * from (
    (${firstInTheWay("$2::bigint", takesNight)})
    union all (${firstInTheWay("$2::bigint", `$6::integer + $7::integer > 0 and ${isTooNear}`, true)})
  ) as found limit 1`;

/** A booking that holds requested nights or is too near to them. */
export interface BookingInTheWay {
  readonly id: number;
  /** It takes none of the nights, but the preparation days around them. */
  readonly tooNear: boolean;
  readonly rental: number;
  /** The rental's name. */
  readonly name: string;
}

/** The nights requested for a booking in its rental and in linked rentals. */
export interface RequestedNights {
  readonly rental: number;
  /** Rentals that will mirror the booking: bookings there are in its way, other mirrors are not. */
  readonly linked: readonly number[];
  readonly stay: Pick<Stay, "arrival" | "departure">;
  /** Nights around it that other stays must leave free, in its own rental only. */
  readonly preparation: Preparation;
  /** The booking being changed, if any. */
  readonly except?: number;
}

/** The transaction, and the bookings whose nights it checks at its end (`WriteContext.movedTogether`). */
export type NightsContext = AccountTransaction & Pick<WriteContext, "movedTogether">;

/**
 * Finds bookings in the way: one in the booking's own rental, then one in each linked rental. Cancels expired holds that it meets.
 * The calendars must be locked. The exclusion constraint `no_night_is_sold_twice` backs this check.
 */
export async function bookingsInTheWay(
  context: NightsContext,
  requested: RequestedNights,
): Promise<readonly BookingInTheWay[]> {
  return firmlyInTheWay(context, requested, await search(context, requested));
}

/** Returns the bookings found in the way, without expired holds, which it cancels. */
export async function firmlyInTheWay(
  context: NightsContext,
  requested: RequestedNights,
  found: readonly FoundRow[],
): Promise<readonly BookingInTheWay[]> {
  if (!found.some(({ expired }) => expired)) return found;
  await endExpired(context, requested);
  await context.transaction.closeFreedNights();
  return search(context, requested);
}

/** Returns the values for `firstInOwnRental`. */
export function nightsValues(
  { account, movedTogether = [] }: NightsContext,
  requested: RequestedNights,
): readonly unknown[] {
  const { rental, stay, except, preparation } = requested;
  const excluded = [...(except === undefined ? [] : [except]), ...movedTogether];
  const nights = [formatDay(stay.arrival), formatDay(stay.departure), `{${excluded.join(",")}}`];
  return [account.id, rental, ...nights, preparation.before, preparation.after];
}

/** Finds the first booking in the way in each rental. */
async function search(context: NightsContext, requested: RequestedNights): Promise<FoundRow[]> {
  const { transaction } = context;
  const [own, linked] = await Promise.all([
    transaction.plannedOnce(() => transaction.rows<FoundRow>(firstInOwnRental, nightsValues(context, requested))),
    searchLinked(context, requested),
  ]);
  return [...own, ...linked];
}

/** Finds the first booking in the way in each linked rental. */
export async function searchLinked(context: NightsContext, requested: RequestedNights): Promise<FoundRow[]> {
  const { linked } = requested;
  if (linked.length === 0) return [];
  const values = nightsValues(context, requested)
    .slice(0, 5)
    .with(1, `{${linked.join(",")}}`);
  const { transaction } = context;
  return transaction.plannedOnce(() => transaction.rows<FoundRow>(firstInLinked, values));
}

/** A booking in the way; `expired` marks an expired hold that is not canceled yet, and is null for what is no hold. */
export type FoundRow = { id: number; rental: number; expired: boolean | null; tooNear: boolean; name: string };

const firstInLinked = `select found.* from unnest($2::bigint[]) as linked (id)
  cross join lateral (${firstInTheWay("linked.id", `${takesNight} and not (${isMirror})`)}) as found order by found.rental`;

/** Cancels expired holds on or near the requested nights. */
async function endExpired(context: NightsContext, requested: RequestedNights): Promise<void> {
  await context.transaction.run(
    `update bookings set canceled_at = tentative_expires_at, updated_at = statement_timestamp()
     where ${isAnother} and bookings.rental_id = any ($2::bigint[]) and ${isExpiredHold}
       and ${hasNightIn("$3::date - $6::integer", "$4::date + $7::integer")}`,
    nightsValues(context, requested).with(1, `{${[requested.rental, ...requested.linked].join(",")}}`),
  );
}

/** Cancels expired holds on nights of locked rentals, which the exclusion constraint still counts. */
export function endExpiredHolds(
  context: AccountTransaction,
  rentals: readonly [number, ...number[]],
  stay: RequestedNights["stay"],
): Promise<void> {
  const [rental, ...linked] = rentals;
  return endExpired(context, { rental, linked, stay, preparation: noPreparation });
}

/** Adds an error for each booking in the way. */
export async function assertFreeNights(
  context: NightsContext,
  requested: RequestedNights,
  errors: ValidationErrors,
): Promise<void> {
  addConflicts(await bookingsInTheWay(context, requested), requested.rental, errors);
}

/** Adds an error for each booking in the way, with its reference and, if linked, its rental. */
export function addConflicts(taken: readonly BookingInTheWay[], rental: number, errors: ValidationErrors): void {
  for (const { id, tooNear, rental: where, name } of taken) {
    const linked = where === rental ? "" : ` in the linked rental ${name} (${where})`;
    const reason = tooNear ? "the rental's preparation_days overlap" : "the nights are taken by";
    errors.add("base", `${reason} booking ${bookingReference(id)}${linked}`);
  }
}
