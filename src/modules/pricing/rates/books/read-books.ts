import type { RateBook, RentalFee } from "../../../../core/pricing/rates/rate-book.ts";
import type { Transaction } from "../../../../database/sql/transaction.ts";
import { inSlices } from "../../../../kernel/concurrency/scheduler.ts";
import { type Exchange, unexchanged } from "../../../reference/exchange/exchange-rate.ts";
import { pricesVersion, pricesVersionJoins } from "../prices-version.ts";
import {
  type FeeOfRental,
  type FeeTerms,
  feeTerms,
  needsExchange,
  readFees,
  readFeesOfRentals,
  type StoredFee,
} from "./fees.ts";
import type { CachedBook } from "./priced-rental.ts";
import { noTable, readRatesTables, type SeasonPeriods, type TablePrices, whenOf } from "./rates-tables.ts";
import { increasesOf, type OwnPrices, ownPart, readOwnPrices, type StoredRental } from "./rental-terms.ts";
import { readTaxes, readTaxesOfRentals, type Taxes } from "./taxes.ts";
import type { TodaysExchanges, UsedExchange } from "./todays-exchanges.ts";

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

/** The data behind some rentals' prices; shared parts are read once. */
interface Read {
  readonly own: OwnPrices;
  readonly tables: ReadonlyMap<number, TablePrices>;
  readonly periods: SeasonPeriods;
  readonly feesOfRentals: ReadonlyMap<number, readonly FeeOfRental[]>;
  readonly fees: ReadonlyMap<number, StoredFee>;
  readonly feeNames: ReadonlyMap<number, string>;
  readonly taxes: Taxes;
  /** Exchanged fees by fee and currency. */
  readonly terms: Map<string, FeeTerms>;
  /** Fee lists that rentals share, keyed by everything that affects their amounts. */
  readonly feesAlike: Map<string, readonly RentalFee[]>;
}

/** Reads books from the database with about a dozen statements, for any number of rentals. */
export async function readBooks(
  transaction: Transaction,
  accounts: readonly number[],
  rentals: readonly number[],
  exchanges: TodaysExchanges,
): Promise<CachedBook[]> {
  const stored = await transaction.rows<StoredRental & { [column: string]: unknown }>(
    `select ${columns.map((column) => `rentals.${column}`).join(", ")}, ${pricesVersion} as version
     from rentals ${pricesVersionJoins("= any($1::bigint[])")}
     where rentals.account_id = any($1::bigint[]) and rentals.id = any($2::bigint[]) and rentals.deleted_at is null`,
    [accounts, rentals],
  );
  const read = await readParts(transaction, accounts, rentals, stored);
  const used = await exchangesOf(exchanges, read, stored);
  const books: CachedBook[] = [];
  await inSlices(accounts.join(), stored, (rental) => {
    books.push(bookOf(rental, read, used.get(rental.id) ?? []));
  });
  return books;
}

async function readParts(
  transaction: Transaction,
  accounts: readonly number[],
  rentals: readonly number[],
  stored: readonly StoredRental[],
): Promise<Read> {
  const [own, feesOfRentals, taxesOfRentals] = await Promise.all([
    readOwnPrices(transaction, accounts, stored),
    readFeesOfRentals(transaction, accounts, rentals),
    readTaxesOfRentals(transaction, accounts, rentals),
  ]);
  const tableIds = [...new Set(stored.flatMap(({ rates_table_id }) => rates_table_id ?? []))];
  const [feeIds, feeSeasons] = [new Set<number>(), new Set<number>()];
  for (const ofRental of feesOfRentals.values()) {
    for (const { fee, season_ids } of ofRental) {
      feeIds.add(fee);
      for (const season of season_ids) feeSeasons.add(season);
    }
  }
  const [{ tables, periods }, fees, taxes] = await Promise.all([
    readRatesTables(transaction, accounts, tableIds, [...feeSeasons]),
    readFees(transaction, accounts, [...feeIds]),
    readTaxes(transaction, accounts, taxesOfRentals, [...feeIds]),
  ]);
  const feeNames = new Map([...fees.values()].map(({ id, name }) => [id, name]));
  return { own, tables, periods, feesOfRentals, fees, feeNames, taxes, terms: new Map(), feesAlike: new Map() };
}

/** The exchanges from fee currencies to the rental's, by rental id. Most rentals need none. */
async function exchangesOf(
  exchanges: TodaysExchanges,
  { feesOfRentals, fees }: Read,
  rentals: readonly StoredRental[],
): Promise<ReadonlyMap<number, readonly UsedExchange[]>> {
  const used = new Map<number, readonly UsedExchange[]>();
  for (const { id, currency } of rentals) {
    const currencies = new Set<string>();
    for (const { fee } of feesOfRentals.get(id) ?? []) {
      const stored = fees.get(fee);
      if (stored && needsExchange(stored, currency)) currencies.add(stored.currency);
    }
    if (currencies.size === 0) continue;
    const from = [...currencies].map(async (other) => ({
      from: other,
      to: currency,
      exchange: await exchanges.between(other, currency),
    }));
    used.set(id, await Promise.all(from));
  }
  return used;
}

/**
 * Builds a rental's rate book. Fees in other currencies are exchanged at the newest rates. If a required fee cannot be exchanged,
 * stays have no price rather than a wrong one; nightly rates do not depend on fees.
 */
function bookOf(rental: StoredRental, read: Read, used: readonly UsedExchange[]): CachedBook {
  const table = rental.rates_table_id === null ? noTable : (read.tables.get(rental.rates_table_id) ?? noTable);
  const ofRental = read.feesOfRentals.get(rental.id) ?? none;
  const { fees, feesAlike, withoutExchange } = feesIn(rental.currency, ofRental, read, used);
  const { taxes, names } = read.taxes.of(
    rental.id,
    ofRental.map(({ fee }) => fee),
  );
  const book: RateBook = {
    ...ownPart(rental, read.own),
    seasons: table.seasons,
    rules: table.rules,
    taken: none,
    priceIncrease: null,
    fees,
    feesAlike,
    withoutExchange,
    taxes,
  };
  const priced = {
    id: rental.id,
    account: rental.account_id,
    version: rental.version,
    book,
    timeZone: rental.time_zone,
    exchanged: used.length > 0,
    increases: increasesOf(rental, read.own),
    feeNames: read.feeNames,
    taxNames: names,
  };
  return { priced, used };
}

const none: readonly never[] = [];

function feesIn(
  currency: string,
  ofRental: readonly FeeOfRental[],
  { fees: stored, periods, terms, feesAlike }: Read,
  used: readonly UsedExchange[],
): Pick<RateBook, "fees" | "feesAlike" | "withoutExchange"> {
  const fees: RentalFee[] = [];
  let withoutExchange: RateBook["withoutExchange"];
  let charged = currency;
  for (const one of ofRental) {
    const fee = stored.get(one.fee);
    if (!fee) continue;
    const exchange = needsExchange(fee, currency)
      ? used.find(({ from }) => from === fee.currency)?.exchange
      : unexchanged;
    if (exchange) {
      fees.push(feeOf(one, termsOf(terms, fee, exchange, currency), periods));
      charged += chargedAs(one);
    } else if (one.required) withoutExchange ??= { from: fee.currency, to: currency };
  }
  const alike = feesAlike.get(charged) ?? fees;
  feesAlike.set(charged, alike);
  return { fees, feesAlike: alike, withoutExchange };
}

/** A key that is equal for rentals fees that differ only in their ids. */
function chargedAs({ id, ...charged }: FeeOfRental): string {
  return `;${Object.values(charged).join()}`;
}

function termsOf(cache: Map<string, FeeTerms>, fee: StoredFee, exchange: Exchange, currency: string): FeeTerms {
  const key = `${fee.id} ${currency}`;
  const terms = cache.get(key) ?? feeTerms(fee, exchange, currency);
  cache.set(key, terms);
  return terms;
}

function feeOf(one: FeeOfRental, terms: FeeTerms, periods: SeasonPeriods): RentalFee {
  const { fee, rateKind, rate, own, maximumPossibleRate, maximumNights, downpaymentPercentage } = terms;
  return {
    id: one.id,
    fee,
    required: one.required,
    applies: whenOf(one, periods),
    rateKind,
    rate,
    ...(own && { own }),
    maximumPossibleRate,
    maximumBookable: one.maximumBookable,
    maximumNights: one.maximumNights ?? maximumNights,
    downpaymentPercentage,
  };
}
