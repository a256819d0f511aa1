import { currencies } from "../../../../core/currencies.ts";
import { formatDay, parseDay } from "../../../../core/day.ts";
import type { SiteSearch } from "../../../../modules/guests/sites/search-site.ts";
import { amenityKeys } from "../../../../modules/reference/amenities/known-amenities.ts";

/** A stay longer than this is not searched. */
export const maxNights = 366;

const maxGuests = 99;

/** The adults of a stay whose query names none. */
export const usualAdults = 2;

/** The reason why a search's dates cannot be searched. */
export type QueryProblem = "dates" | "past" | "long";

/** A guest's query: the search, the currency for information, and a problem with the dates. */
export interface SiteQuery {
  readonly search: SiteSearch;
  readonly currency: string | undefined;
  readonly problem: QueryProblem | undefined;
  /** The dates as typed, to fill the form again. */
  readonly typed: { readonly arrival: string; readonly departure: string };
}

/**
 * Reads a query. Values that no form of the site sends are left out.
 * @param query the parsed query string, unvalidated
 * @param today an epoch day, the first arrival
 */
export function siteQuery(query: unknown, today: number): SiteQuery {
  const fields = new Map(typeof query === "object" && query !== null ? Object.entries(query) : []);
  const all = (name: string): string[] => [fields.get(name)].flat().filter((value) => typeof value === "string");
  const text = (name: string): string => all(name)[0] ?? "";
  const typed = { arrival: text("arrival").slice(0, 10), departure: text("departure").slice(0, 10) };
  const [arrival, departure] = [parseDay(typed.arrival), parseDay(typed.departure)];
  const problem = problemOf(typed, { arrival, departure }, today);
  const stay =
    problem === undefined && arrival !== undefined && departure !== undefined ? { arrival, departure } : undefined;
  // A price is for the guests that the form shows.
  const adults = countIn(text("adults"), 1) ?? (stay && usualAdults);
  // No rental takes more guests, and the search refuses them.
  const children = adults === undefined ? undefined : countIn(text("children"), 0, maxGuests - adults);
  return {
    search: {
      stay,
      adults,
      children,
      amenities: all("amenities")
        .filter((key) => amenityKeys.values.includes(key))
        .slice(0, 50),
      place: text("place").slice(0, 100).replaceAll("\0", ""),
      page: countIn(text("page"), 1, 1000) ?? 1,
    },
    currency: currencies.find((currency) => currency === text("currency")),
    problem,
    typed,
  };
}

function problemOf(
  typed: SiteQuery["typed"],
  { arrival, departure }: { readonly arrival: number | undefined; readonly departure: number | undefined },
  today: number,
): QueryProblem | undefined {
  if (typed.arrival === "" && typed.departure === "") return undefined;
  if (arrival === undefined || departure === undefined || departure <= arrival) return "dates";
  if (arrival < today) return "past";
  return departure - arrival > maxNights ? "long" : undefined;
}

function countIn(text: string, min: number, max = maxGuests): number | undefined {
  const count = /^\d{1,4}$/.test(text) ? Number(text) : undefined;
  return count !== undefined && count >= min && count <= max ? count : undefined;
}

/** The query string of a guest's stay and currency, with its question mark; empty without any. */
export function stayQuery({ search, currency }: SiteQuery, changes: Readonly<Record<string, string>> = {}): string {
  const { stay, adults, children } = search;
  const fields = {
    ...(stay && { arrival: formatDay(stay.arrival), departure: formatDay(stay.departure) }),
    ...(adults !== undefined && { adults: String(adults) }),
    ...(children !== undefined && { children: String(children) }),
    ...(currency !== undefined && { currency }),
    ...changes,
  };
  const text = new URLSearchParams(fields).toString();
  return text === "" ? "" : `?${text}`;
}

/** The query string of a page of results. */
export function resultsQuery(query: SiteQuery, page: number): string {
  const { amenities, place } = query.search;
  const base = stayQuery(query, { ...(place !== "" && { place }), ...(page > 1 && { page: String(page) }) });
  const chosen = new URLSearchParams(amenities.map((key): [string, string] => ["amenities", key])).toString();
  if (chosen === "") return base;
  return base === "" ? `?${chosen}` : `${base}&${chosen}`;
}
