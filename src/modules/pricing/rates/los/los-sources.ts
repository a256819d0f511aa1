import { dayOfInstant, millisecondsPerDay } from "../../../../core/day.ts";
import { losDayCount } from "../../../../core/pricing/los.ts";
import type { RateBook } from "../../../../core/pricing/rates/rate-book.ts";
import { maxStayLength } from "../../../../core/pricing/stay/check-ins.ts";
import type { Nights } from "../../../../core/pricing/stay/stay.ts";
import { dayIn, startOfDay } from "../../../../core/time-zone.ts";
import type { Transaction } from "../../../../database/sql/transaction.ts";
import type { Caller } from "../../../../kernel/access/caller.ts";
import { badRequest } from "../../../../kernel/errors.ts";
import { type Exchange, exchangeBetween, unexchanged } from "../../../reference/exchange/exchange-rate.ts";
import { bookFor, type PricedRental, type RateBooks } from "../books/rate-books.ts";
import { looksAtBookings, nightsLookedAt, readTakenNights } from "../books/taken-nights.ts";
import { pricesVersion, pricesVersionJoins } from "../prices-version.ts";
import type { LosQuery } from "./los-query.ts";

/** The input of one rental's length-of-stay records. */
export interface LosSource {
  readonly rental: number;
  readonly account: number;
  readonly version: string;
  /** The book for the calling application, with taken nights if its rules depend on bookings. */
  readonly book: RateBook;
  /** The book contains exchanged fees, which its version does not cover. */
  readonly exchanged: boolean;
  /** Into the requested currency. */
  readonly exchange: Exchange;
  readonly currency: string;
  /** The later of the UTC date and the rental's local date: earlier arrivals are past. Epoch days. */
  readonly earliest: number;
  /** The time of the last change to any of this, in epoch milliseconds. */
  readonly changedAt: number;
}

interface StoredRental {
  readonly id: number;
  readonly version: string;
  readonly prices_changed_at: number;
  readonly calendar_changed_at: number;
}

/** The sources of a page, and the number of rentals on all pages. */
export interface LosPage {
  readonly sources: readonly LosSource[];
  readonly total: number;
  /** The last rental of the page, if more follow. */
  readonly last: number | undefined;
  /** The page uses exchange rates, which have no version. */
  readonly exchanging: boolean;
}

/**
 * Reads the sources of a page of rentals in one transaction, by ascending id. Unknown, deleted and foreign rentals are absent, as are
 * unpublished ones for a public token and rentals without a change since `updatedSince`.
 *
 * Not specified: a rental's records change with its prices, with the exchange rates they use, and with bookings and expired holds if its
 * rules depend on them. All change at midnight (UTC), and at the rental's own midnight if that comes earlier.
 * @param now epoch milliseconds
 * @throws RequestError 400 without an exchange rate into the requested currency
 */
export async function readLosSources(
  transaction: Transaction,
  books: RateBooks,
  caller: Caller,
  query: LosQuery,
  now: number,
): Promise<LosPage> {
  const today = dayOfInstant(now);
  const stored = await readRentals(transaction, caller, query.rentals);
  // All records changed at midnight; only a later `updatedSince` needs the books to filter.
  if ((query.updatedSince ?? 0) <= today * millisecondsPerDay) {
    const { shown, last } = pageOf(query, stored, ({ id }) => id);
    const read = await sourcesOf(transaction, { books, caller, query, today, now }, shown);
    return { ...read, total: stored.length, last };
  }
  const { sources, exchanging } = await sourcesOf(transaction, { books, caller, query, today, now }, stored);
  const { shown, last } = pageOf(query, sources, ({ rental }) => rental);
  return { sources: shown, total: sources.length, last, exchanging };
}

/** The rentals of a page. `all` is in ascending order. */
function pageOf<T>({ page, perPage, after }: LosQuery, all: readonly T[], idOf: (rental: T) => number) {
  const rest = after === undefined ? all.slice((page - 1) * perPage) : all.filter((rental) => idOf(rental) > after);
  const shown = rest.slice(0, perPage);
  const final = shown.at(-1);
  return { shown, last: final !== undefined && rest.length > perPage ? idOf(final) : undefined };
}

interface SourceContext {
  readonly books: RateBooks;
  readonly caller: Caller;
  readonly query: LosQuery;
  readonly today: number;
  readonly now: number;
}

async function sourcesOf(
  transaction: Transaction,
  { books, caller, query, today, now }: SourceContext,
  stored: readonly StoredRental[],
): Promise<Pick<LosPage, "sources" | "exchanging">> {
  const { accounts } = caller;
  const priced = await books.ofVersions(transaction, accounts, stored, today);
  const dependent = [...priced.values()].filter(({ book }) => looksAtBookings(book));
  const [taken, holdsEnded, exchanges] = await Promise.all([
    readTaken(transaction, accounts, dependent, today),
    readEndedHolds(transaction, accounts, dependent),
    readExchanges(transaction, priced, query.currency, today),
  ]);
  const exchanging = query.currency !== undefined || [...priced.values()].some(({ exchanged }) => exchanged);
  const loadedAt = exchanging ? await readLoading(transaction) : 0;
  const sources: LosSource[] = [];
  for (const { id, prices_changed_at, calendar_changed_at } of stored) {
    const found = priced.get(id);
    if (!found) continue;
    const exchange = exchanges.get(found.book.currency) ?? unexchanged;
    const changes = [today * millisecondsPerDay, prices_changed_at];
    if (looksAtBookings(found.book)) changes.push(calendar_changed_at, holdsEnded.get(id) ?? 0);
    if (found.exchanged || exchange.day !== null) changes.push(loadedAt);
    const earliest = Math.max(today, dayIn(found.timeZone, now));
    if (earliest > today) changes.push(startOfDay(found.timeZone, earliest));
    const changedAt = Math.max(...changes);
    if (changedAt < (query.updatedSince ?? 0)) continue;
    sources.push({
      rental: id,
      account: found.account,
      version: found.version,
      book: bookFor(found, caller.application, taken.get(id) ?? []),
      exchanged: found.exchanged,
      exchange,
      currency: query.currency ?? found.book.currency,
      earliest,
      changedAt,
    });
  }
  return { sources, exchanging };
}

function readRentals(
  transaction: Transaction,
  { accounts, publishedOnly }: Caller,
  rentals: readonly number[],
): Promise<StoredRental[]> {
  return transaction.rows<StoredRental & { [column: string]: unknown }>(
    `select rentals.id, ${pricesVersion} as version, rentals.calendar_changed_at,
       greatest(rentals.prices_changed_at, rates_tables.prices_changed_at, accounts.prices_changed_at) as prices_changed_at
     from rentals ${pricesVersionJoins("= any($1::bigint[])")}
     where rentals.account_id = any($1::bigint[]) and rentals.id = any($2::bigint[]) and rentals.deleted_at is null
       and ($3::boolean is false or rentals.published_at is not null)
     order by rentals.id`,
    [accounts, rentals, publishedOnly],
  );
}

/** All taken nights that the rentals' rules can reach from any check-in day and any departure up to 30 nights later. */
async function readTaken(
  transaction: Transaction,
  accounts: readonly number[],
  rentals: readonly PricedRental[],
  today: number,
): Promise<ReadonlyMap<number, Nights[]>> {
  if (rentals.length === 0) return new Map();
  const last = today + losDayCount + maxStayLength;
  // Months vary in length with their start, so allow 31 days more than from today.
  const around = Math.max(...rentals.map(({ book }) => nightsLookedAt(book, today))) + 31;
  const ids = rentals.map(({ id }) => id);
  return readTakenNights(transaction, accounts, ids, { from: today - around, until: last + around });
}

/** The last expiry of a hold that no job has canceled yet, by rental: an expiry does not increment the version. */
async function readEndedHolds(
  transaction: Transaction,
  accounts: readonly number[],
  rentals: readonly PricedRental[],
): Promise<ReadonlyMap<number, number>> {
  if (rentals.length === 0) return new Map();
  const rows = await transaction.rows<{ rental_id: number; ended_at: number }>(
    `select rental_id, max(tentative_expires_at) as ended_at from bookings
     where account_id = any($1::bigint[]) and rental_id = any($2::bigint[]) and canceled_at is null and tentative_expires_at <= now()
     group by rental_id`,
    [accounts, rentals.map(({ id }) => id)],
  );
  return new Map(rows.map(({ rental_id, ended_at }) => [rental_id, ended_at]));
}

/** The exchange from each rental currency into the requested one. */
async function readExchanges(
  transaction: Transaction,
  priced: ReadonlyMap<number, PricedRental>,
  into: string | undefined,
  today: number,
): Promise<ReadonlyMap<string, Exchange>> {
  const exchanges = new Map<string, Exchange>();
  if (into === undefined) return exchanges;
  for (const from of new Set([...priced.values()].map(({ book }) => book.currency))) {
    const exchange = await exchangeBetween(transaction, from, into, today);
    if (!exchange) {
      throw badRequest(
        `The parameter exchange_to_currency is ${into}, but there is no exchange rate from ${from} to ${into}.`,
      );
    }
    exchanges.set(from, exchange);
  }
  return exchanges;
}

/** The time at which exchange rates were last loaded, in epoch milliseconds. */
async function readLoading(transaction: Transaction): Promise<number> {
  const row = await transaction.row<{ loaded_at: number | null }>(
    "select max(loaded_at) as loaded_at from exchange_rates",
  );
  return row?.loaded_at ?? 0;
}
