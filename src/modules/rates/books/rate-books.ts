import type { PriceIncrease, RateBook, RentalTax } from "../../../core/pricing/rate-book.ts";
import type { Nights } from "../../../core/pricing/stay.ts";
import type { Transaction } from "../../../database/transaction.ts";
import { cached } from "../../../kernel/application-cache.ts";
import { unexchanged } from "../../exchange/exchange-rate.ts";
import { inTurns, turns } from "../../../kernel/turns.ts";
import { pricesVersion, pricesVersionJoins } from "../prices-version.ts";
import {
  exchangesOf,
  feeOf,
  needsExchange,
  readFees,
  readTaxes,
  type StoredFee,
  type StoredTax,
  taxOf,
} from "./fees-and-taxes.ts";
import { noTable, readRatesTables, type SeasonPeriods, type TablePrices } from "./rates-tables.ts";
import { increasesOf, type OwnPrices, ownPart, readOwnPrices, type StoredRental } from "./rental-terms.ts";
import { TodaysExchanges, type UsedExchange } from "./todays-exchanges.ts";

/** What the prices of a rental are made of, with what an answer says about its fees and taxes. */
export interface PricedRental {
  readonly id: number;
  readonly account: number;
  /** The version of the content (docs/decisions/0013-content-versions.md). */
  readonly version: string;
  /** Without bookings and without a price increase: see `bookFor`. */
  readonly book: RateBook;
  /** IANA: when a day is over there. */
  readonly timeZone: string;
  /** Amounts of fees in it were exchanged by the newest rates, which have no version. */
  readonly exchanged: boolean;
  readonly increases: ReadonlyMap<number, PriceIncrease>;
  /** Names by locale as JSON texts: of rentals fees by their id, of taxes by theirs. */
  readonly feeNames: ReadonlyMap<number, string>;
  readonly taxNames: ReadonlyMap<number, string>;
}

/** A rental and the version of its prices that somebody has just read. */
export interface VersionedRental {
  readonly id: number;
  readonly version: string;
}

/** The book of each rental as the application that asked last sells it: it will ask again. */
const soldLast = new WeakMap<PricedRental, { readonly application: number; readonly book: RateBook }>();

/** The rate book of a rental as an application sells it, seeing these bookings. */
export function bookFor(priced: PricedRental, application: number, taken: readonly Nights[]): RateBook {
  const priceIncrease = priced.increases.get(application) ?? null;
  if (taken.length > 0) return { ...priced.book, priceIncrease, taken };
  if (priceIncrease === null) return priced.book;
  const last = soldLast.get(priced);
  if (last?.application === application) return last.book;
  const book = { ...priced.book, priceIncrease };
  soldLast.set(priced, { application, book });
  return book;
}

interface KeptBook {
  readonly priced: PricedRental;
  /** The exchanges that fees in other currencies went through. */
  readonly used: readonly UsedExchange[];
}

/** How many books a process keeps: about 2 kB each, 12 kB where nights are managed externally. */
const mostBooks = 20_000;

/** How many are read at once: the rows of more are too long a piece of work when they arrive. */
const readAtOnce = 500;

/**
 * The rate books of rentals, kept under the version of their content. A book is used only for a version that was read in
 * the request itself, so a change is seen by the very next one, whichever process made it (pricing.md; decision 0013). Exchange rates
 * have no version: where a fee went through them, they are asked for again, and the book holds while they are the same.
 */
export class RateBooks {
  private readonly kept = new Map<number, KeptBook>();

  /** The prices of rentals by their ids, in one transaction; unknown, deleted and foreign ones are absent. */
  async of(
    transaction: Transaction,
    accounts: readonly number[],
    rentals: readonly number[],
    today: number,
  ): Promise<ReadonlyMap<number, PricedRental>> {
    return this.ofVersions(transaction, accounts, await readVersions(transaction, accounts, rentals), today);
  }

  /** The same where the versions were read in this transaction already. */
  async ofVersions(
    transaction: Transaction,
    accounts: readonly number[],
    rentals: readonly VersionedRental[],
    today: number,
  ): Promise<ReadonlyMap<number, PricedRental>> {
    const found = new Map<number, PricedRental>();
    const missing: number[] = [];
    const exchanges = new TodaysExchanges(transaction, today);
    const exchanged: { readonly id: number; readonly known: KeptBook }[] = [];
    await inTurns(accounts.join(), rentals, ({ id, version }) => {
      const known = this.kept.get(id);
      if (known?.priced.version !== version) missing.push(id);
      else if (known.used.length > 0) exchanged.push({ id, known });
      else found.set(id, known.priced);
    });
    for (const { id, known } of exchanged) {
      if (await exchanges.areStill(known.used)) found.set(id, known.priced);
      else missing.push(id);
    }
    for (let from = 0; from < missing.length; from += readAtOnce) {
      const ids = missing.slice(from, from + readAtOnce);
      for (const book of await readWhole(transaction, accounts, ids, exchanges)) {
        found.set(book.priced.id, book.priced);
        this.keep(book);
      }
      if (turns.isOver) await turns.next(accounts.join());
    }
    return found;
  }

  private keep(book: KeptBook): void {
    this.kept.delete(book.priced.id);
    this.kept.set(book.priced.id, book);
    if (this.kept.size <= mostBooks) return;
    // A Map is in order of insertion: the one that was read longest ago goes.
    for (const oldest of this.kept.keys()) {
      this.kept.delete(oldest);
      return;
    }
  }
}

/** The rate books of a process. */
export const rateBooks = cached(() => new RateBooks());

function readVersions(
  transaction: Transaction,
  accounts: readonly number[],
  rentals: readonly number[],
): Promise<VersionedRental[]> {
  return transaction.rows<VersionedRental & { [column: string]: unknown }>(
    `select rentals.id, ${pricesVersion} as version from rentals ${pricesVersionJoins}
     where rentals.account_id = any($1::bigint[]) and rentals.id = any($2::bigint[]) and rentals.deleted_at is null`,
    [accounts, rentals],
  );
}

/**
 * Reads books, each whole. A transaction that writes is no snapshot: what others commit between two of its statements is in the second
 * one alone, and the book would hold prices that there never were. One whose version has moved meanwhile is read again.
 */
async function readWhole(
  transaction: Transaction,
  accounts: readonly number[],
  rentals: readonly number[],
  exchanges: TodaysExchanges,
): Promise<KeptBook[]> {
  const whole: KeptBook[] = [];
  for (let left = rentals; left.length > 0; ) {
    const read = await readPrices(transaction, accounts, left, exchanges);
    const versions = new Map((await readVersions(transaction, accounts, left)).map(({ id, version }) => [id, version]));
    whole.push(...read.filter(({ priced }) => versions.get(priced.id) === priced.version));
    left = read.flatMap(({ priced: { id, version } }) => ((versions.get(id) ?? version) === version ? [] : [id]));
  }
  return whole;
}

const columns: readonly Exclude<keyof StoredRental, "version">[] = [
  "id",
  "account_id",
  "rates_table_id",
  "currency",
  "base_rate",
  "base_rate_kind",
  "absolute_min_price",
  "absolute_min_stay",
  "mid_term_pricing_active",
  "nightly_rates_managed_externally",
  "time_zone",
  "sleeps",
  "sleeps_max",
  "rounding_kind",
  "downpayment",
  "balance_due",
  "damage_deposit",
];

/** Reads books from the database: about ten statements, however many rentals they are. */
async function readPrices(
  transaction: Transaction,
  accounts: readonly number[],
  rentals: readonly number[],
  exchanges: TodaysExchanges,
): Promise<KeptBook[]> {
  const stored = await transaction.rows<StoredRental & { [column: string]: unknown }>(
    `select ${columns.map((column) => `rentals.${column}`).join(", ")}, ${pricesVersion} as version
     from rentals ${pricesVersionJoins}
     where rentals.account_id = any($1::bigint[]) and rentals.id = any($2::bigint[]) and rentals.deleted_at is null`,
    [accounts, rentals],
  );
  const [own, fees, taxes] = await Promise.all([
    readOwnPrices(transaction, accounts, stored),
    readFees(transaction, accounts, rentals),
    readTaxes(transaction, accounts, rentals),
  ]);
  const tableIds = [...new Set(stored.flatMap(({ rates_table_id }) => rates_table_id ?? []))];
  const feeSeasons = [...new Set(fees.flatMap(({ season_ids }) => season_ids))];
  const { tables, periods } = await readRatesTables(transaction, accounts, tableIds, feeSeasons);
  const feesByRental = grouped(fees);
  const taxesByRental = grouped(taxes);
  const read: KeptBook[] = [];
  for (const rental of stored) {
    const table = rental.rates_table_id === null ? noTable : (tables.get(rental.rates_table_id) ?? noTable);
    const parts = {
      own,
      table,
      periods,
      fees: feesByRental.get(rental.id) ?? [],
      taxes: taxesByRental.get(rental.id) ?? [],
    };
    read.push(await priceOf(exchanges, rental, parts));
  }
  return read;
}

interface Parts {
  readonly own: OwnPrices;
  readonly table: TablePrices;
  readonly periods: SeasonPeriods;
  readonly fees: readonly StoredFee[];
  readonly taxes: readonly StoredTax[];
}

/**
 * Puts a rental's prices together. A fee that stands in another currency is exchanged by the newest rates. Where a required fee cannot
 * be exchanged no stay has a price, rather than a wrong one; what its nights cost does not depend on fees.
 */
async function priceOf(
  exchanges: TodaysExchanges,
  rental: StoredRental,
  { own, table, periods, fees, taxes }: Parts,
): Promise<KeptBook> {
  const used = await exchangesOf(exchanges, fees, rental.currency);
  const exchangeOf = (fee: StoredFee) =>
    needsExchange(fee, rental.currency) ? used.find(({ from }) => from === fee.currency)?.exchange : unexchanged;
  const rentalFees = fees.flatMap((fee) => {
    const exchange = exchangeOf(fee);
    return exchange ? [feeOf(fee, periods, exchange, rental.currency)] : [];
  });
  const inTheWay = fees.find((fee) => fee.required && !exchangeOf(fee));
  const book: RateBook = {
    ...ownPart(rental, own),
    seasons: table.seasons,
    rules: table.rules,
    taken: [],
    priceIncrease: null,
    fees: rentalFees,
    withoutExchange: inTheWay && { from: inTheWay.currency, to: rental.currency },
    taxes: taxes.map((tax): RentalTax => taxOf(tax)),
  };
  const priced: PricedRental = {
    id: rental.id,
    account: rental.account_id,
    version: rental.version,
    book,
    timeZone: rental.time_zone,
    exchanged: used.length > 0,
    increases: increasesOf(rental, own),
    feeNames: new Map(fees.map(({ id, name }) => [id, name])),
    taxNames: new Map(taxes.map(({ id, name }) => [id, name])),
  };
  return { priced, used };
}

function grouped<T extends { readonly rental_id: number }>(rows: readonly T[]): ReadonlyMap<number, T[]> {
  const groups = new Map<number, T[]>();
  for (const row of rows) {
    const group = groups.get(row.rental_id);
    if (group) group.push(row);
    else groups.set(row.rental_id, [row]);
  }
  return groups;
}
