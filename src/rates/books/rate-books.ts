import type { PriceIncrease, RateBook, RentalTax } from "../../core/pricing/rate-book.ts";
import type { Nights } from "../../core/pricing/stay.ts";
import type { Transaction } from "../../database/transaction.ts";
import { remembered } from "../../kernel/memory.ts";
import { pricesVersion } from "../prices-version.ts";
import { exchangesOf, feeOf, readFees, readTaxes, type StoredFee, type StoredTax, taxOf } from "./fees-and-taxes.ts";
import { noTable, readRatesTables, type SeasonPeriods, type TablePrices } from "./rates-tables.ts";
import { increasesOf, type OwnPrices, ownPart, readOwnPrices, type StoredRental } from "./rental-terms.ts";

/** What the prices of a rental are made of, with what an answer says about its fees and taxes. */
export interface PricedRental {
  readonly id: number;
  readonly account: number;
  /** The version of the content (docs/decisions/0013-content-versions.md). */
  readonly version: string;
  /** Without bookings and without a price increase: see `bookFor`. */
  readonly book: RateBook;
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

/** The rate book of a rental as an application sells it, seeing these bookings. */
export function bookFor(priced: PricedRental, application: number, taken: readonly Nights[]): RateBook {
  const priceIncrease = priced.increases.get(application) ?? null;
  if (priceIncrease === null && taken.length === 0) return priced.book;
  return { ...priced.book, priceIncrease, taken };
}

/** How many books a house keeps: about 2 kB each, 12 kB where nights are managed externally. */
const mostBooks = 20_000;

/**
 * The rate books of a house's rentals, kept under the version of their content. A book is used only for a version that was read in
 * the request itself, so a change is seen by the very next one, whichever process made it (pricing.md; decision 0013).
 */
export class RateBooks {
  private readonly kept = new Map<number, PricedRental>();

  /** The prices of rentals by their ids, in one transaction; unknown, deleted and foreign ones are absent. */
  async of(
    transaction: Transaction,
    accounts: readonly number[],
    rentals: readonly number[],
    today: number,
  ): Promise<ReadonlyMap<number, PricedRental>> {
    const versioned = await transaction.rows<VersionedRental & { [column: string]: unknown }>(
      `select id, ${pricesVersion} as version from rentals
       where account_id = any($1::bigint[]) and id = any($2::bigint[]) and deleted_at is null`,
      [accounts, rentals],
    );
    return this.ofVersions(transaction, accounts, versioned, today);
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
    for (const { id, version } of rentals) {
      const known = this.kept.get(id);
      if (known?.version === version) found.set(id, known);
      else missing.push(id);
    }
    if (missing.length === 0) return found;
    for (const { priced, keeps } of await readPrices(transaction, accounts, missing, today)) {
      found.set(priced.id, priced);
      if (keeps) this.keep(priced);
    }
    return found;
  }

  private keep(priced: PricedRental): void {
    this.kept.delete(priced.id);
    this.kept.set(priced.id, priced);
    if (this.kept.size <= mostBooks) return;
    // A Map is in order of insertion: the one that was read longest ago goes.
    for (const oldest of this.kept.keys()) {
      this.kept.delete(oldest);
      return;
    }
  }
}

/** The rate books of a house. */
export const rateBooks = remembered(() => new RateBooks());

/** Reads books from the database: about ten statements, however many rentals they are. */
async function readPrices(
  transaction: Transaction,
  accounts: readonly number[],
  rentals: readonly number[],
  today: number,
): Promise<{ priced: PricedRental; keeps: boolean }[]> {
  const stored = await transaction.rows<StoredRental & { [column: string]: unknown }>(
    `select id, account_id, ${pricesVersion} as version, rates_table_id, currency, base_rate, base_rate_kind, absolute_min_price,
       absolute_min_stay, mid_term_pricing_active, nightly_rates_managed_externally, sleeps, sleeps_max, rounding_kind, downpayment,
       balance_due, damage_deposit
     from rentals where account_id = any($1::bigint[]) and id = any($2::bigint[]) and deleted_at is null`,
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
  const read: { priced: PricedRental; keeps: boolean }[] = [];
  for (const rental of stored) {
    const table = rental.rates_table_id === null ? noTable : (tables.get(rental.rates_table_id) ?? noTable);
    const parts = {
      own,
      table,
      periods,
      fees: feesByRental.get(rental.id) ?? [],
      taxes: taxesByRental.get(rental.id) ?? [],
    };
    read.push(await priceOf(transaction, rental, parts, today));
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
 * Puts a rental's prices together. A fee that stands in another currency is exchanged by the newest rates, which have no version:
 * such a book is not kept. Where a required fee cannot be exchanged the rental has no prices at all, rather than wrong ones.
 */
async function priceOf(
  transaction: Transaction,
  rental: StoredRental,
  { own, table, periods, fees, taxes }: Parts,
  today: number,
): Promise<{ priced: PricedRental; keeps: boolean }> {
  const exchanges = await exchangesOf(transaction, fees, rental.currency, today);
  const rentalFees = fees.flatMap((fee) => {
    const exchange = exchanges.get(fee.currency);
    return exchange ? [feeOf(fee, periods, exchange, rental.currency)] : [];
  });
  const withoutExchange = fees.some((fee) => fee.required && !exchanges.has(fee.currency));
  const priced: PricedRental = {
    id: rental.id,
    account: rental.account_id,
    version: rental.version,
    book: {
      ...ownPart(rental, own),
      ...(withoutExchange ? withoutPrices : {}),
      seasons: table.seasons,
      rules: table.rules,
      taken: [],
      priceIncrease: null,
      fees: rentalFees,
      taxes: taxes.map((tax): RentalTax => taxOf(tax)),
    },
    increases: increasesOf(rental, own),
    feeNames: new Map(fees.map(({ id, name }) => [id, name])),
    taxNames: new Map(taxes.map(({ id, name }) => [id, name])),
  };
  return { priced, keeps: fees.every(({ currency }) => currency === rental.currency) };
}

const withoutPrices = { baseRate: null, nightlyMap: null, midTerm: null };

function grouped<T extends { readonly rental_id: number }>(rows: readonly T[]): ReadonlyMap<number, T[]> {
  const groups = new Map<number, T[]>();
  for (const row of rows) {
    const group = groups.get(row.rental_id);
    if (group) group.push(row);
    else groups.set(row.rental_id, [row]);
  }
  return groups;
}
