import { OvertakenError } from "../../../../database/sql/errors.ts";
import { notFound } from "../../../../kernel/errors.ts";
import type { AccountTransaction } from "../../../../kernel/write/context.ts";
import { type RentalTerms, type TermsRow, termsOf } from "../rental-terms.ts";

/** What an operation is about to take or free nights of. */
export interface ConcernedCalendars {
  /** Rentals by their ids: the one that is booked, or the one that a booking moves to. */
  readonly rentals?: readonly number[];
  /** A booking: its rental, and those in which it has mirrors. */
  readonly booking?: number;
}

/** Calendars that are locked until the transaction ends. */
export interface LockedCalendars {
  /** Of each rental that is locked. One that is unknown, deleted or another account's is absent. */
  readonly terms: ReadonlyMap<number, RentalTerms>;
  /** The terms of the booking's rental; undefined when no booking was named, or there is none in a live rental. */
  readonly own: RentalTerms | undefined;
  /** The rentals, in ascending order, that a booking of a rental blocks too. */
  linkedTo(rental: number): readonly number[];
  /** The rentals in which the booking has mirrors that are not canceled. A rental that is deleted keeps those that are over; they are nobody's. */
  readonly mirroredIn: readonly number[];
}

/** SQL: the rentals that an operation begins with. `$1` … `$3`: the account, rentals, a booking. */
const begun = `select unnest($2::bigint[]) as id
  union select bookings.rental_id from bookings where bookings.account_id = $1 and bookings.id = $3`;

const linksOf = `select rental_links.source_rental_id as rental, rental_links.destination_rental_id as linked from rental_links
  where rental_links.account_id = $1 and rental_links.deleted_at is null and rental_links.source_rental_id in (${begun})`;

const mirrorsOf = `select bookings.rental_id from bookings where bookings.account_id = $1 and bookings.created_by_type = 'Booking'
  and bookings.created_by_id = $3 and bookings.canceled_at is null`;

/**
 * SQL: locks those of some rentals that are live, in ascending order of their ids. Each is looked for by itself: to PostgreSQL an account's
 * rentals all at once look cheaper, and thousands of them are not (docs/design/writes.md).
 */
const locking = (concerned: string): string => `select locked.*
  from (select distinct id from (${concerned}) as concerned (id) order by id) as concerned
  cross join lateral (
    select rentals.id, coalesce(checkin_time, default_arrival_time) as checkin_time,
      coalesce(checkout_time, default_departure_time) as checkout_time, rentals.currency, damage_deposit,
      charge_damage_deposit_on_arrival, damage_deposit_collection_method, balance_due, preparation_days
    from rentals join accounts on accounts.id = rentals.account_id
    where rentals.account_id = $1 and rentals.id = concerned.id and rentals.deleted_at is null
    for no key update of rentals
  ) as locked`;

/** SQL: joins the rental, as `live`, where it is not deleted. It is looked for by itself, as above. */
const live = (rental: string): string => `cross join lateral (
  select rentals.id from rentals where rentals.account_id = $1 and rentals.id = ${rental} and rentals.deleted_at is null limit 1
) as live`;

/** What an operation locks, and what it then looks at, with a booking … */
const ofBooking = {
  lock: locking(`${begun} union select linked from (${linksOf}) as links union ${mirrorsOf}`),
  look: `select 'link' as what, rental, linked from (${linksOf}) as links
    union select 'mirror', live.id, live.id from (${mirrorsOf}) as mirrors (rental_id) ${live("mirrors.rental_id")}
    union select 'own', live.id, live.id from bookings ${live("bookings.rental_id")}
      where bookings.account_id = $1 and bookings.id = $3
    order by 1, 2, 3`,
};

/** … and without: statements of their own, because those above are planned anew each time when there is no booking. */
const withoutBooking = (rentals: string, isSource: string) => {
  const links = `from rental_links where account_id = $1 and deleted_at is null and source_rental_id ${isSource}`;
  return {
    lock: locking(`select ${rentals} union all select destination_rental_id ${links}`),
    look: `select distinct 'link' as what, source_rental_id as rental, destination_rental_id as linked ${links} order by 2, 3`,
  };
};

/** For one rental without an array, whose length would have each one planned anew. */
const ofRental = withoutBooking("$2::bigint", "= $2::bigint");
const ofRentals = withoutBooking("unnest($2::bigint[])", "= any ($2::bigint[])");

function isOne(rentals: readonly number[], booking: number | undefined): boolean {
  return booking === undefined && rentals.length === 1;
}

/** The texts with which `lockCalendars` locks what it is given, and then looks at what is concerned. */
export function statementsFor(rentals: readonly number[], booking: number | undefined) {
  if (booking !== undefined) return ofBooking;
  return isOne(rentals, booking) ? ofRental : ofRentals;
}

/**
 * Locks every calendar that an operation concerns, in one statement and in ascending order of their ids: the rentals that it names, that
 * of the booking, those that are linked to them, and those in which the booking has mirrors. Every operation that takes or frees nights
 * does this first, so that changes to one calendar come one after the other, no two operations wait for each other in a circle, and the
 * locks of rentals always precede those of bookings.
 *
 * What is concerned is read again behind the locks, without waiting for them in between: links change only under the locks of all their
 * rentals, and mirrors under that of the origin's.
 * @throws OvertakenError when something came to be concerned that is not locked; the transaction begins again
 */
export async function lockCalendars(
  { transaction, account }: AccountTransaction,
  { rentals = [], booking }: ConcernedCalendars,
): Promise<LockedCalendars> {
  const named = isOne(rentals, booking) ? rentals[0] : `{${rentals.join(",")}}`;
  const values = [account.id, named, ...(booking === undefined ? [] : [booking])];
  const { lock, look } = statementsFor(rentals, booking);
  const [locked, concerned] = await Promise.all([
    transaction.rows<TermsRow>(lock, values),
    transaction.rows<Concerned>(look, values),
  ]);
  const terms = new Map(locked.map((row) => [row.id, termsOf(row)]));
  if (concerned.some(({ linked }) => !terms.has(linked))) {
    throw new OvertakenError("What is linked to a rental");
  }
  const own = concerned.find(({ what }) => what === "own");
  return {
    terms,
    own: own && terms.get(own.rental),
    linkedTo: linksIn(concerned),
    mirroredIn: concerned.flatMap(({ what, rental }) => (what === "mirror" ? [rental] : [])),
  };
}

/** What a rental is linked to, in ascending order. */
function linksIn(concerned: readonly Concerned[]): LockedCalendars["linkedTo"] {
  const links = Map.groupBy(
    concerned.filter(({ what }) => what === "link"),
    ({ rental }) => rental,
  );
  return (rental) => (links.get(rental) ?? []).map(({ linked }) => linked);
}

type Concerned = { what: string; rental: number; linked: number };

/** @throws RequestError 404 when the account has no such booking */
export async function assertBookingIsThere(
  { transaction, account }: AccountTransaction,
  booking: number,
): Promise<void> {
  const found = await transaction.run("select from bookings where account_id = $1 and id = $2", [account.id, booking]);
  if (found === 0) throw notFound();
}

/** A rental whose calendar is locked. @throws RequestError 404 when it is not the account's, or deleted */
export function lockedRental({ terms }: LockedCalendars, rental: number): RentalTerms {
  const found = terms.get(rental);
  if (!found) throw notFound();
  return found;
}

/** The locked calendars of a booking that is there. */
export interface CalendarsOfBooking extends LockedCalendars {
  readonly own: RentalTerms;
}

/**
 * Locks the calendars that a booking concerns; the booking itself is locked afterwards.
 * @throws RequestError 404 when there is no such booking
 */
export async function lockCalendarsOf(context: AccountTransaction, booking: number): Promise<CalendarsOfBooking> {
  const calendars = await lockCalendars(context, { booking });
  const { own } = calendars;
  if (!own) throw notFound();
  return { ...calendars, own };
}
