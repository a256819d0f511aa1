import type { NightOverride } from "../../../../core/pricing/rates/overrides.ts";
import type {
  MidTermMap,
  NightlyMap,
  PriceIncrease,
  RateBook,
  SpecialOffer,
} from "../../../../core/pricing/rates/rate-book.ts";
import type { RoundingKind } from "../../../../core/pricing/rounding.ts";
import type { Transaction } from "../../../../database/sql/transaction.ts";

/** The columns of a rental that affect its prices. */
export interface StoredRental {
  readonly id: number;
  readonly account_id: number;
  readonly version: string;
  readonly rates_table_id: number | null;
  readonly currency: string;
  readonly base_rate: number | null;
  readonly base_rate_kind: "nightly" | "weekly";
  readonly absolute_min_price: number | null;
  readonly absolute_min_stay: number | null;
  readonly mid_term_pricing_active: boolean;
  readonly nightly_rates_managed_externally: boolean;
  readonly time_zone: string;
  readonly sleeps: number | null;
  readonly sleeps_max: number | null;
  readonly rounding_kind: RoundingKind;
  /** Whole percent. */
  readonly downpayment: number;
  readonly balance_due: number;
  readonly damage_deposit: number | null;
}

/** Price data of individual rentals, by rental id. */
export interface OwnPrices {
  readonly offers: ReadonlyMap<number, SpecialOffer[]>;
  readonly nightlyMaps: ReadonlyMap<number, NightlyMap>;
  readonly nightOverrides: ReadonlyMap<number, NightOverride[]>;
  readonly midTermMaps: ReadonlyMap<number, MidTermMap>;
  /** By rental and application: the increase for arrivals on certain days. */
  readonly overrides: ReadonlyMap<number, ReadonlyMap<number, PriceIncrease["overrides"]>>;
  /** By account and application: the default increase, shared by the account's rentals. */
  readonly increases: ReadonlyMap<number, ReadonlyMap<number, PriceIncrease>>;
}

/** An external map that was never written: no night has a rate. */
const blankMap: NightlyMap = { start: 0, rates: [], minimumStays: [] };

/**
 * Reads the rentals' own price data: special offers, written maps where they apply, price increases.
 * One statement per kind for all rentals, sent together.
 */
export async function readOwnPrices(
  transaction: Transaction,
  accounts: readonly number[],
  rentals: readonly StoredRental[],
): Promise<OwnPrices> {
  const ids = rentals.map(({ id }) => id);
  const external = rentals.filter((rental) => rental.nightly_rates_managed_externally).map(({ id }) => id);
  const midTerm = rentals.filter((rental) => rental.mid_term_pricing_active).map(({ id }) => id);
  const [offers, nightlyMaps, nightOverrides, midTermMaps, overrides, increases] = await Promise.all([
    readOffers(transaction, accounts, ids),
    external.length > 0 ? readNightlyMaps(transaction, accounts, external) : new Map<number, NightlyMap>(),
    readNightOverrides(transaction, accounts, ids),
    midTerm.length > 0 ? readMidTermMaps(transaction, accounts, midTerm) : new Map<number, MidTermMap>(),
    readOverrides(transaction, accounts, ids),
    readIncreases(transaction, accounts),
  ]);
  return { offers, nightlyMaps, nightOverrides, midTermMaps, overrides, increases };
}

const noOffers: readonly SpecialOffer[] = [];
const noOverrides: readonly NightOverride[] = [];

/** The part of a rate book that comes from the rental's row and its own price data. */
export function ownPart(
  rental: StoredRental,
  own: OwnPrices,
): Omit<RateBook, "seasons" | "rules" | "taken" | "priceIncrease" | "fees" | "taxes"> {
  return {
    currency: rental.currency,
    baseRate: rental.base_rate,
    baseRateKind: rental.base_rate_kind,
    nightlyMap: rental.nightly_rates_managed_externally ? (own.nightlyMaps.get(rental.id) ?? blankMap) : null,
    overrides: own.nightOverrides.get(rental.id) ?? noOverrides,
    absoluteMinPrice: rental.absolute_min_price,
    absoluteMinStay: rental.absolute_min_stay,
    midTerm: own.midTermMaps.get(rental.id) ?? null,
    midTermActive: rental.mid_term_pricing_active,
    sleeps: rental.sleeps,
    sleepsMax: rental.sleeps_max,
    specialOffers: own.offers.get(rental.id) ?? noOffers,
    roundingKind: rental.rounding_kind,
    downpayment: rental.downpayment * 100,
    balanceDue: rental.balance_due,
    damageDeposit: rental.damage_deposit,
  };
}

/** A rental's price increases by application: overrides for certain days, else the account's default. */
export function increasesOf(rental: StoredRental, own: OwnPrices): ReadonlyMap<number, PriceIncrease> {
  const standards = own.increases.get(rental.account_id) ?? nothing;
  const overrides = own.overrides.get(rental.id);
  if (!overrides) return standards;
  return new Map(
    [...new Set([...standards.keys(), ...overrides.keys()])].map((application) => [
      application,
      { standard: standards.get(application)?.standard ?? 0, overrides: overrides.get(application) ?? [] },
    ]),
  );
}

const nothing: ReadonlyMap<number, PriceIncrease> = new Map();

async function readOffers(transaction: Transaction, accounts: readonly number[], rentals: readonly number[]) {
  const rows = await transaction.rows<{
    id: number;
    rental_id: number;
    discount: number;
    start_date: number;
    end_date: number;
  }>(
    `select id, rental_id, discount, start_date, end_date from special_offers
     where account_id = any($1::bigint[]) and rental_id = any($2::bigint[]) and deleted_at is null order by id`,
    [accounts, rentals],
  );
  const offers = new Map<number, SpecialOffer[]>();
  for (const { id, rental_id, discount, start_date, end_date } of rows) {
    const offer = { id, discount: Math.round(discount * 100), start: start_date, end: end_date };
    const list = offers.get(rental_id);
    if (list) list.push(offer);
    else offers.set(rental_id, [offer]);
  }
  return offers;
}

async function readNightOverrides(transaction: Transaction, accounts: readonly number[], rentals: readonly number[]) {
  const rows = await transaction.rows<{
    id: number;
    rental_id: number;
    start_date: number;
    end_date: number;
    days: number[] | null;
    rate: number | null;
    percentage: number | null;
    minimum_stay: number | null;
    closed_to_arrival: boolean | null;
    closed_to_departure: boolean | null;
  }>(
    `select id, rental_id, start_date, end_date, days, rate, percentage, minimum_stay, closed_to_arrival, closed_to_departure from rate_overrides
     where account_id = any($1::bigint[]) and rental_id = any($2::bigint[]) and deleted_at is null order by id`,
    [accounts, rentals],
  );
  const overrides = new Map<number, NightOverride[]>();
  for (const row of rows) {
    const { id, days, rate, percentage } = row;
    const override = {
      ...{ id, days, rate, percentage, start: row.start_date, end: row.end_date, minimumStay: row.minimum_stay },
      closedToArrival: row.closed_to_arrival,
      closedToDeparture: row.closed_to_departure,
    };
    const list = overrides.get(row.rental_id);
    if (list) list.push(override);
    else overrides.set(row.rental_id, [override]);
  }
  return overrides;
}

async function readNightlyMaps(transaction: Transaction, accounts: readonly number[], rentals: readonly number[]) {
  const rows = await transaction.rows<{
    rental_id: number;
    start_date: number;
    rates_map: number[];
    minimum_stays_map: number[];
  }>(
    `select rental_id, start_date, rates_map, coalesce(minimum_stays_map, '{}') as minimum_stays_map from nightly_rate_maps
     where account_id = any($1::bigint[]) and rental_id = any($2::bigint[]) and start_date is not null and rates_map is not null`,
    [accounts, rentals],
  );
  return new Map(
    rows.map(({ rental_id, start_date, rates_map, minimum_stays_map }): [number, NightlyMap] => [
      rental_id,
      { start: start_date, rates: Float64Array.from(rates_map), minimumStays: Uint16Array.from(minimum_stays_map) },
    ]),
  );
}

async function readMidTermMaps(transaction: Transaction, accounts: readonly number[], rentals: readonly number[]) {
  const rows = await transaction.rows<{ rental_id: number; start_date: number; map: number[] }>(
    `select rental_id, start_date, map from mid_term_rate_maps
     where account_id = any($1::bigint[]) and rental_id = any($2::bigint[]) and start_date is not null and map is not null`,
    [accounts, rentals],
  );
  return new Map(
    rows.map(({ rental_id, start_date, map }): [number, MidTermMap] => [
      rental_id,
      { start: start_date, rates: Float64Array.from(map) },
    ]),
  );
}

async function readOverrides(transaction: Transaction, accounts: readonly number[], rentals: readonly number[]) {
  const rows = await transaction.rows<{
    id: number;
    rental_id: number;
    application_id: number;
    price_increase: number;
    start_date: number;
    end_date: number;
  }>(
    `select id, rental_id, application_id, price_increase, start_date, end_date from applications_periods_rentals
     where account_id = any($1::bigint[]) and rental_id = any($2::bigint[]) and deleted_at is null order by id`,
    [accounts, rentals],
  );
  const overrides = new Map<number, Map<number, PriceIncrease["overrides"][number][]>>();
  for (const { id, rental_id, application_id, price_increase, start_date, end_date } of rows) {
    const ofRental = overrides.get(rental_id) ?? new Map<number, PriceIncrease["overrides"][number][]>();
    overrides.set(rental_id, ofRental);
    const override = { id, increase: price_increase, start: start_date, end: end_date };
    ofRental.set(application_id, [...(ofRental.get(application_id) ?? []), override]);
  }
  return overrides;
}

async function readIncreases(transaction: Transaction, accounts: readonly number[]) {
  const rows = await transaction.rows<{ account_id: number; application_id: number; default_price_increase: number }>(
    `select account_id, application_id, default_price_increase from accounts_applications
     where account_id = any($1::bigint[]) and default_price_increase is not null and uninstalled_at is null`,
    [accounts],
  );
  const increases = new Map<number, Map<number, PriceIncrease>>();
  for (const { account_id, application_id, default_price_increase } of rows) {
    const ofAccount = increases.get(account_id) ?? new Map<number, PriceIncrease>();
    increases.set(account_id, ofAccount.set(application_id, { standard: default_price_increase, overrides: [] }));
  }
  return increases;
}
