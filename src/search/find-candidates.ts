import { formatDay } from "../core/day.ts";
import { parseHundredths } from "../core/hundredths.ts";
import type { RawRow, Transaction } from "../database/transaction.ts";
import type { Caller } from "../kernel/caller.ts";
import type { Catalogue } from "../kernel/catalogue.ts";
import type { RecordId } from "../kernel/key.ts";
import { liveCondition } from "../kernel/read/columns.ts";
import { bind, numberParameters } from "../kernel/read/parameters.ts";
import { parameterTypes, publishedCondition, rootCondition } from "../kernel/read/plan.ts";
import { joinedPricesVersion, pricesVersionJoins } from "../rates/prices-version.ts";
import { rental } from "../rentals/rental.ts";
import type { AskedSearch } from "./asked-search.ts";
import { searchedRental } from "./searched-rental.ts";

/** A rental that the filters of a search let through, before anything is priced. */
export interface Candidate {
  readonly id: number;
  readonly currency: string;
  /** Of its prices (docs/decisions/0013); empty in a search without dates. */
  readonly version: string;
  /** No night of the stay is taken. True in a search without dates. */
  readonly isFree: boolean;
  /** The attribute that is sorted by, where it is none of a price. */
  readonly size: number | null;
  /** What the rental says of its prices, hundredths; read where a search without dates compares them. */
  readonly minPrice: number | null;
  readonly maxPrice: number | null;
}

/**
 * A live booking that holds a night of the stay. It is answered from the index behind the exclusion constraint or the one of the
 * account's nights, whichever is shorter; a hold that has expired holds nothing, whether or not the job has come by.
 */
const taken = (includeTentative: boolean): string =>
  "exists (select from bookings where bookings.account_id = rentals.account_id and bookings.rental_id = rentals.id" +
  " and bookings.canceled_at is null and bookings.nights && daterange(:arrival, :departure) and " +
  (includeTentative
    ? "bookings.tentative_expires_at is null)"
    : "(bookings.tentative_expires_at is null or bookings.tentative_expires_at > now()))");

const ownTypes: readonly (readonly [string, string])[] = [
  ["arrival", "date"],
  ["departure", "date"],
  ["south", "double precision"],
  ["north", "double precision"],
  ["west", "double precision"],
  ["east", "double precision"],
];
const types = new Map([...parameterTypes(searchedRental), ...ownTypes]);

/**
 * Finds the rentals that a search is about, in ascending order of id and in one statement: the caller's own live ones (published ones,
 * for a token that no account gave) that the filters let through; with dates, those that are free, or all and whether they are.
 */
export async function findCandidates(
  transaction: Transaction,
  catalogue: Catalogue,
  caller: Caller,
  asked: AskedSearch,
  ids: readonly RecordId[] | undefined,
): Promise<Candidate[]> {
  const { stay, sort, query, map } = asked;
  const conditions = rentalsOf(catalogue, caller, ids);
  for (const name of query.given) conditions.push(`(${searchedRental.search[name]?.condition})`);
  if (map) conditions.push(inside(map));
  const isTaken = taken(asked.includeTentative);
  if (stay && !asked.includeNotAvailable) conditions.push(`not ${isTaken}`);

  const columns = ["rentals.id", "rentals.currency"];
  const column = (expression: string | undefined): number =>
    expression === undefined ? -1 : columns.push(expression) - 1;
  const version = column(stay && joinedPricesVersion);
  const busy = column(stay && asked.includeNotAvailable ? isTaken : undefined);
  const size = column(sort === undefined || sort === "price" ? undefined : `rentals.${sort}`);
  const minPrice = column(stay ? undefined : "rentals.min_price");
  const maxPrice = column(stay ? undefined : "rentals.max_price");

  const statement = numberParameters(
    `select ${columns.join(", ")} from rentals ${stay ? pricesVersionJoins : ""}
     where ${conditions.join(" and ")} order by rentals.id`,
    types,
  );
  const rows = await transaction.read({ text: statement.text }, bind(statement, valuesOf(caller, asked, ids)));
  return rows.map((row) => ({
    id: Number(row[0]),
    currency: row[1] ?? "",
    version: row[version] ?? "",
    isFree: row[busy] !== "t",
    size: numberAt(row, size, Number),
    minPrice: numberAt(row, minPrice, parseHundredths),
    maxPrice: numberAt(row, maxPrice, parseHundredths),
  }));
}

/** Whether any of these rentals is there for the caller at all. */
export async function isAnyThere(
  transaction: Transaction,
  catalogue: Catalogue,
  caller: Caller,
  ids: readonly RecordId[],
): Promise<boolean> {
  const conditions = rentalsOf(catalogue, caller, ids);
  const statement = numberParameters(`select from rentals where ${conditions.join(" and ")} limit 1`, types);
  const values = new Map([...rootValues(caller), ["ids", `{${ids.join(",")}}`] as const]);
  return (await transaction.read({ text: statement.text }, bind(statement, values))).length > 0;
}

/** The condition that roots a search in the caller's accounts, and what else holds of each of its rentals. */
function rentalsOf(catalogue: Catalogue, caller: Caller, ids: readonly RecordId[] | undefined): string[] {
  const conditions = [rootCondition(rental, caller.accounts.length === 1), liveCondition(rental) ?? "true"];
  if (caller.publishedOnly) conditions.push(publishedCondition(catalogue, rental) ?? "true");
  if (ids) conditions.push("rentals.id = any(:ids)");
  return conditions;
}

/** SQL: a rental lies inside a map; one without a place lies nowhere. A map whose west is east of its east crosses the meridian. */
function inside({ southWest, northEast }: NonNullable<AskedSearch["map"]>): string {
  const how = southWest.lng <= northEast.lng ? "and" : "or";
  return `rentals.lat between :south and :north and (rentals.lng >= :west ${how} rentals.lng <= :east)`;
}

function valuesOf(
  caller: Caller,
  { stay, query, map }: AskedSearch,
  ids: readonly RecordId[] | undefined,
): ReadonlyMap<string, unknown> {
  return new Map<string, unknown>([
    ...rootValues(caller),
    ...query.values,
    ["ids", ids && `{${ids.join(",")}}`],
    ["arrival", stay && formatDay(stay.arrival)],
    ["departure", stay && formatDay(stay.departure)],
    ["south", map?.southWest.lat],
    ["west", map?.southWest.lng],
    ["north", map?.northEast.lat],
    ["east", map?.northEast.lng],
  ]);
}

function rootValues(caller: Caller): [string, unknown][] {
  return [
    ["account", caller.accounts[0]],
    ["accounts", `{${caller.accounts.join(",")}}`],
  ];
}

function numberAt(row: RawRow, place: number, read: (text: string) => number | undefined): number | null {
  const text = row[place];
  return text === undefined || text === null ? null : (read(text) ?? null);
}
