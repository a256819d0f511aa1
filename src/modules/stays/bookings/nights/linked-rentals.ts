import { OvertakenError } from "../../../../database/sql/errors.ts";
import { notFound } from "../../../../kernel/errors.ts";
import type { AccountTransaction } from "../../../../kernel/write/context.ts";
import { type RentalTerms, type TermsRow, termsOf } from "../rental-terms.ts";

/** The calendars whose nights an operation takes or frees. */
export interface AffectedCalendars {
  /** Ids of rentals that are booked or moved to. */
  readonly rentals?: readonly number[];
  /** A booking, for its rental and its mirrors' rentals. */
  readonly booking?: number;
}

/** Calendars locked until the transaction ends. */
export interface LockedCalendars {
  /** By locked rental. Unknown, deleted and other accounts' rentals are absent. */
  readonly terms: ReadonlyMap<number, RentalTerms>;
  /** The terms of the booking's rental; undefined without a booking in a live rental. */
  readonly own: RentalTerms | undefined;
  /** The rentals that a booking of this rental also blocks, in ascending order. */
  linkedTo(rental: number): readonly number[];
  /** The rentals with live mirrors of the booking, except deleted rentals, which keep only past ones. */
  readonly mirroredIn: readonly number[];
}

/** SQL: the rentals that an operation names. `$1` … `$3`: account, rentals, booking or null. */
const namedRentals = `select unnest($2::bigint[]) as id
  union select bookings.rental_id from bookings where bookings.account_id = $1 and bookings.id = $3`;

const linksOf = `select rental_links.source_rental_id as rental, rental_links.destination_rental_id as linked from rental_links
  where rental_links.account_id = $1 and rental_links.deleted_at is null and rental_links.source_rental_id in (${namedRentals})`;

const mirrorsOf = `select bookings.rental_id from bookings where bookings.account_id = $1 and bookings.created_by_type = 'Booking'
  and bookings.created_by_id = $3 and bookings.canceled_at is null`;

/**
 * SQL: locks the live ones of some rentals in id order. A lateral join looks each one up;
 * PostgreSQL would otherwise scan all the account's rentals.
 */
const lockStatement = (affected: string): string => `select locked.*
  from (select distinct id from (${affected}) as affected (id) order by id) as affected
  cross join lateral (
    select rentals.id, rentals.time_zone, coalesce(checkin_time, default_arrival_time) as checkin_time,
      coalesce(checkout_time, default_departure_time) as checkout_time, rentals.currency, damage_deposit,
      charge_damage_deposit_on_arrival, damage_deposit_collection_method, balance_due, preparation_days
    from rentals join accounts on accounts.id = rentals.account_id
    where rentals.account_id = $1 and rentals.id = affected.id and rentals.deleted_at is null
    for no key update of rentals
  ) as locked`;

/** SQL: joins the rental, as `live`, unless it is deleted. Lateral for the same reason. */
const joinLive = (rental: string): string => `cross join lateral (
  select rentals.id from rentals where rentals.account_id = $1 and rentals.id = ${rental} and rentals.deleted_at is null limit 1
) as live`;

/** The statements that lock and then read the affected calendars. */
const ofAll = {
  lock: lockStatement(`${namedRentals} union select linked from (${linksOf}) as links union ${mirrorsOf}`),
  look: `select 'link' as what, rental, linked from (${linksOf}) as links
    union select 'mirror', live.id, live.id from (${mirrorsOf}) as mirrors (rental_id) ${joinLive("mirrors.rental_id")}
    union select 'own', live.id, live.id from bookings ${joinLive("bookings.rental_id")}
      where bookings.account_id = $1 and bookings.id = $3
    order by 1, 2, 3`,
};

const linksOfOne = "from rental_links where account_id = $1 and deleted_at is null and source_rental_id = $2";

/** The same for one rental `$2`, as of a new booking, whose lock others wait for. */
const ofOne = {
  lock: lockStatement(`select $2::bigint union all select destination_rental_id ${linksOfOne}`),
  look: `select distinct 'link' as what, source_rental_id as rental, destination_rental_id as linked ${linksOfOne} order by 2, 3`,
};

/** The statements of `lockCalendars`, which tests compare with its rows. */
export const lockStatements = [ofOne, ofAll];

/**
 * Locks every calendar that an operation affects, in one statement and in id order: the named rentals, the booking's rental, their
 * linked rentals and the mirrors' rentals. Operations that take or free nights do this first, which serializes them without deadlocks.
 *
 * Reads links and mirrors again behind the locks: these change only under the same locks.
 * @throws OvertakenError if a rental became affected that is not locked; the transaction restarts
 */
export async function lockCalendars(
  { transaction, account }: AccountTransaction,
  { rentals = [], booking }: AffectedCalendars,
): Promise<LockedCalendars> {
  const isOne = booking === undefined && rentals.length === 1;
  const { lock, look } = isOne ? ofOne : ofAll;
  const values = [account.id, ...(isOne ? rentals : [`{${rentals.join(",")}}`, booking ?? null])];
  const send = () =>
    Promise.all([transaction.rows<TermsRow>(lock, values), transaction.rows<AffectedRow>(look, values)]);
  // PostgreSQL would plan again for each length of the arrays.
  const [locked, affected] = await (isOne ? send() : transaction.plannedOnce(send));
  const terms = new Map(locked.map((row) => [row.id, termsOf(row)]));
  if (affected.some(({ linked }) => !terms.has(linked))) {
    throw new OvertakenError("The link group of a rental");
  }
  const own = affected.find(({ what }) => what === "own");
  return {
    terms,
    own: own && terms.get(own.rental),
    linkedTo: linksIn(affected),
    mirroredIn: affected.flatMap(({ what, rental }) => (what === "mirror" ? [rental] : [])),
  };
}

/** Returns the rentals linked to a rental, in ascending order. */
function linksIn(affected: readonly AffectedRow[]): LockedCalendars["linkedTo"] {
  const links = Map.groupBy(
    affected.filter(({ what }) => what === "link"),
    ({ rental }) => rental,
  );
  return (rental) => (links.get(rental) ?? []).map(({ linked }) => linked);
}

type AffectedRow = { what: string; rental: number; linked: number };

/** @throws RequestError 404 for an unknown booking */
export async function assertBookingExists(
  { transaction, account }: AccountTransaction,
  booking: number,
): Promise<void> {
  const found = await transaction.run("select from bookings where account_id = $1 and id = $2", [account.id, booking]);
  if (found === 0) throw notFound();
}

/** Returns a locked rental's terms. @throws RequestError 404 if it is unknown, deleted or another account's */
export function lockedRental({ terms }: LockedCalendars, rental: number): RentalTerms {
  const found = terms.get(rental);
  if (!found) throw notFound();
  return found;
}

/** The locked calendars of an existing booking. */
export interface CalendarsOfBooking extends LockedCalendars {
  readonly own: RentalTerms;
}

/**
 * Locks the calendars that a booking affects. Lock the booking itself afterwards.
 * @throws RequestError 404 for an unknown booking
 */
export async function lockCalendarsOf(context: AccountTransaction, booking: number): Promise<CalendarsOfBooking> {
  const calendars = await lockCalendars(context, { booking });
  const { own } = calendars;
  if (!own) throw notFound();
  return { ...calendars, own };
}
