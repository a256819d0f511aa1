import { formatDay } from "../../../core/day.ts";
import type { Caller } from "../../../kernel/access/caller.ts";
import type { RecordId } from "../../../kernel/key.ts";
import { liveCondition } from "../../../kernel/read/columns.ts";
import { accountCondition, parameterTypes } from "../../../kernel/read/filter/conditions.ts";
import { bind, numberParameters } from "../../../kernel/read/parameters.ts";
import type { QueryScope } from "../../../kernel/read/visible/read-scope.ts";
import { publishedCondition } from "../../../kernel/read/visible/visibility.ts";
import { ownVersion, pricedWith } from "../../pricing/rates/prices-version.ts";
import { bookingsHolding, isFirm, isLive } from "../../property/occupancy/held-nights.ts";
import { allStaysClosing, staysClosing } from "../../property/occupancy/preparation.ts";
import { rental } from "../../property/rentals/rental.ts";
import { booking } from "../bookings/booking.ts";
import type { SearchRequest } from "./search-request.ts";
import { searchedRental } from "./searched-rental.ts";
import type { ZonedStay } from "./stay-nights.ts";

/** A statement with its values. Unnamed, because the best plan depends on the account and the dates. */
export interface BoundStatement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** SQL of the sortable attributes. A `sleeps_max` of 0 means unset. */
const sizes = {
  sleeps: "rentals.sleeps",
  sleeps_max: "nullif(rentals.sleeps_max, 0)",
  bedrooms_count: "rentals.bedrooms_count",
};

/** The columns of a candidate; a search selects those it needs. */
const candidateColumns = [
  "id",
  "currency",
  "own_version",
  "priced_with",
  "taken",
  "closed",
  "size",
  "min_price",
  "max_price",
] as const;

export type CandidateColumn = (typeof candidateColumns)[number];

/**
 * Finds a search's rentals in id order: the caller's live ones (only published ones for a public token) that match the filters.
 * With dates, only free rentals, or all of them with their availability.
 */
export function candidatesStatement(
  scope: QueryScope,
  request: SearchRequest,
  zoned: ZonedStay | undefined,
  ids: readonly RecordId[] | undefined,
): BoundStatement & { readonly columns: readonly CandidateColumn[] } {
  const { caller } = scope;
  const stay = zoned?.stay;
  const { sort, query, map, includeNotAvailable, minPrice, maxPrice } = request;
  const comparesPrices = !stay && (sort === "price" || minPrice !== undefined || maxPrice !== undefined);
  const conditions = rentalsOf(scope, ids);
  for (const name of query.searchNames) conditions.push(`(${searchedRental.search[name]?.condition})`);
  if (map) conditions.push(isInside(map));
  if (zoned?.timeZones) conditions.push("rentals.time_zone = any(:time_zones)");
  if (stay && !includeNotAvailable) conditions.push(`not ${isTaken} and not ${isClosed}`);
  const expressions: Readonly<Record<CandidateColumn, string | undefined>> = {
    id: "rentals.id",
    currency: "rentals.currency",
    own_version: stay && ownVersion,
    priced_with: stay && pricedWith,
    taken: stay && includeNotAvailable ? isTaken : undefined,
    closed: stay && includeNotAvailable ? isClosed : undefined,
    size: sort === undefined || sort === "price" ? undefined : sizes[sort],
    min_price: comparesPrices ? "rentals.min_price" : undefined,
    max_price: comparesPrices ? "rentals.max_price" : undefined,
  };
  const columns = candidateColumns.filter((column) => expressions[column] !== undefined);
  const selected = columns.map((column) => expressions[column]).join(", ");
  const taken = stay ? takenRentals(request, caller, ids) : "";
  const text = `${taken} select ${selected} from rentals where ${conditions.join(" and ")} order by rentals.id`;
  return { ...bound(text, caller, { ...request, zoned }, ids), columns };
}

/** Selects a row if the caller can see any of some rentals. */
export function presenceStatement(scope: QueryScope, request: SearchRequest, ids: readonly RecordId[]): BoundStatement {
  const conditions = rentalsOf(scope, ids).join(" and ");
  return bound(`select from rentals where ${conditions} limit 1`, scope.caller, { ...request, zoned: undefined }, ids);
}

/** SQL conditions for the caller's accounts and visible rentals. */
function rentalsOf({ queries, caller }: QueryScope, ids: readonly RecordId[] | undefined): string[] {
  const conditions = [accountCondition(rental, caller.accounts.length === 1), liveCondition(rental) ?? "true"];
  if (caller.publishedOnly) conditions.push(publishedCondition(queries.registry, rental) ?? "true");
  if (ids) conditions.push("rentals.id = any(:ids)");
  return conditions;
}

/** SQL: a booking takes a night of the stay. Expired holds do not count, even before the job cancels them. */
const isTaken =
  "exists (select from taken where taken.account_id = rentals.account_id and taken.rental_id = rentals.id)";

/** SQL: the stay overlaps the preparation days around another stay. */
const isClosed =
  "exists (select from closed where closed.account_id = rentals.account_id and closed.rental_id = rentals.id)";

/**
 * SQL: materializes the rentals with taken nights and with nights closed by preparation days.
 * The planner cannot estimate their number and would otherwise probe each rental.
 */
function takenRentals(
  { includeTentative }: SearchRequest,
  caller: Caller,
  ids: readonly RecordId[] | undefined,
): string {
  const isOne = caller.accounts.length === 1;
  const nights = { arrival: ":arrival", departure: ":departure", live: includeTentative ? isFirm : isLive };
  const columns = "bookings.account_id, bookings.rental_id";
  const [rentals, bookings] = [accountCondition(rental, isOne), accountCondition(booking, isOne)];
  const taken = bookingsHolding(columns, { root: bookings, ...nights });
  const closed = ids
    ? staysClosing(columns, { rentals: `${rentals} and rentals.id = any(:ids)`, bookings, ...nights })
    : allStaysClosing(columns, { rentals, bookings, ...nights });
  return `with taken as materialized (${taken}), closed as materialized (${closed})`;
}

/** SQL: a rental lies inside a map. If the west edge is east of the east edge, the map crosses the 180° meridian. */
function isInside({ southWest, northEast }: NonNullable<SearchRequest["map"]>): string {
  const operator = southWest.lng <= northEast.lng ? "and" : "or";
  return `rentals.lat between :south and :north and (rentals.lng >= :west ${operator} rentals.lng <= :east)`;
}

const typesOf = (oneAccount: boolean): ReadonlyMap<string, string> =>
  new Map([
    ...parameterTypes(searchedRental, oneAccount),
    ...["arrival", "departure"].map((name) => [name, "date"] as const),
    ["time_zones", "text[]"],
    ...["south", "north", "west", "east"].map((name) => [name, "double precision"] as const),
  ]);

function bound(
  sql: string,
  caller: Caller,
  { zoned, query, map }: Pick<SearchRequest, "query" | "map"> & { readonly zoned: ZonedStay | undefined },
  ids: readonly RecordId[] | undefined,
): BoundStatement {
  const statement = numberParameters(sql, typesOf(caller.accounts.length === 1));
  const values = new Map<string, unknown>([
    ["account", caller.accounts[0]],
    ["accounts", `{${caller.accounts.join(",")}}`],
    ...query.values,
    ["ids", ids && `{${ids.join(",")}}`],
    ["arrival", zoned && formatDay(zoned.stay.arrival)],
    ["departure", zoned && formatDay(zoned.stay.departure)],
    ["time_zones", zoned?.timeZones && `{${zoned.timeZones.join(",")}}`],
    ["south", map?.southWest.lat],
    ["west", map?.southWest.lng],
    ["north", map?.northEast.lat],
    ["east", map?.northEast.lng],
  ]);
  return { text: statement.text, values: bind(statement, values) };
}
