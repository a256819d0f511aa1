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
import type { AskedSearch } from "./asked-search.ts";
import { searchedRental } from "./searched-rental.ts";

/** A statement with its values. It has no name: which plan of PostgreSQL's is right depends on the account and the dates. */
export interface BoundStatement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** What rentals are sorted by; a `sleeps_max` of 0 is not set. */
const sizes = {
  sleeps: "rentals.sleeps",
  sleeps_max: "nullif(rentals.sleeps_max, 0)",
  bedrooms_count: "rentals.bedrooms_count",
};

/** What a row of candidates holds, as far as the search has use for it. */
const readable = [
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

export type CandidateColumn = (typeof readable)[number];

/**
 * The one statement that finds the rentals that a search is about, in ascending order of id: the caller's own live ones (published ones,
 * for a token that no account gave) that the filters let through; with dates, those that are free, or all and whether they are taken.
 */
export function candidatesStatement(
  scope: QueryScope,
  asked: AskedSearch,
  ids: readonly RecordId[] | undefined,
): BoundStatement & { readonly columns: readonly CandidateColumn[] } {
  const { caller } = scope;
  const { stay, sort, query, map, includeNotAvailable, minPrice, maxPrice } = asked;
  const comparesPrices = !stay && (sort === "price" || minPrice !== undefined || maxPrice !== undefined);
  const conditions = rentalsOf(scope, ids);
  for (const name of query.given) conditions.push(`(${searchedRental.search[name]?.condition})`);
  if (map) conditions.push(inside(map));
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
  const columns = readable.filter((column) => expressions[column] !== undefined);
  const selected = columns.map((column) => expressions[column]).join(", ");
  const taken = stay ? takenRentals(asked, caller, ids) : "";
  const text = `${taken} select ${selected} from rentals where ${conditions.join(" and ")} order by rentals.id`;
  return { ...bound(text, caller, asked, ids), columns };
}

/** Whether any of some rentals is there for the caller at all: a row, or none. */
export function presenceStatement(scope: QueryScope, asked: AskedSearch, ids: readonly RecordId[]): BoundStatement {
  const conditions = rentalsOf(scope, ids).join(" and ");
  return bound(`select from rentals where ${conditions} limit 1`, scope.caller, asked, ids);
}

/** The condition that scopes a search to the caller's accounts, and what else holds of each of its rentals. */
function rentalsOf({ queries, caller }: QueryScope, ids: readonly RecordId[] | undefined): string[] {
  const conditions = [accountCondition(rental, caller.accounts.length === 1), liveCondition(rental) ?? "true"];
  if (caller.publishedOnly) conditions.push(publishedCondition(queries.registry, rental) ?? "true");
  if (ids) conditions.push("rentals.id = any(:ids)");
  return conditions;
}

/** SQL: a booking holds a night of the stay; a hold that has expired holds nothing, whether or not the job has come by. */
const isTaken =
  "exists (select from taken where taken.account_id = rentals.account_id and taken.rental_id = rentals.id)";

/** SQL: the stay comes nearer to another one than the rental's preparation days. */
const isClosed =
  "exists (select from closed where closed.account_id = rentals.account_id and closed.rental_id = rentals.id)";

/**
 * The rentals of which a night of the stay is taken, and those of which one is closed by preparation days, found first and for all of the account: the planner, which cannot know how many
 * they are, would else ask for each rental.
 */
function takenRentals({ includeTentative }: AskedSearch, caller: Caller, ids: readonly RecordId[] | undefined): string {
  const isOne = caller.accounts.length === 1;
  const nights = { arrival: ":arrival", departure: ":departure", live: includeTentative ? isFirm : isLive };
  const columns = "bookings.account_id, bookings.rental_id";
  const [rentals, bookings] = [accountCondition(rental, isOne), accountCondition(booking, isOne)];
  const taken = bookingsHolding(columns, { root: bookings, ...nights });
  const closed = ids
    ? staysClosing(columns, { root: `${rentals} and rentals.id = any(:ids)`, ...nights })
    : allStaysClosing(columns, { rentals, bookings, ...nights });
  return `with taken as materialized (${taken}), closed as materialized (${closed})`;
}

/** SQL: a rental lies inside a map; one without a place lies nowhere. A map whose west is east of its east crosses the meridian. */
function inside({ southWest, northEast }: NonNullable<AskedSearch["map"]>): string {
  const how = southWest.lng <= northEast.lng ? "and" : "or";
  return `rentals.lat between :south and :north and (rentals.lng >= :west ${how} rentals.lng <= :east)`;
}

const types = new Map([
  ...parameterTypes(searchedRental),
  ...["arrival", "departure"].map((name) => [name, "date"] as const),
  ...["south", "north", "west", "east"].map((name) => [name, "double precision"] as const),
]);

function bound(
  sql: string,
  caller: Caller,
  { stay, query, map }: AskedSearch,
  ids: readonly RecordId[] | undefined,
): BoundStatement {
  const statement = numberParameters(sql, types);
  const values = new Map<string, unknown>([
    ["account", caller.accounts[0]],
    ["accounts", `{${caller.accounts.join(",")}}`],
    ...query.values,
    ["ids", ids && `{${ids.join(",")}}`],
    ["arrival", stay && formatDay(stay.arrival)],
    ["departure", stay && formatDay(stay.departure)],
    ["south", map?.southWest.lat],
    ["west", map?.southWest.lng],
    ["north", map?.northEast.lat],
    ["east", map?.northEast.lng],
  ]);
  return { text: statement.text, values: bind(statement, values) };
}
