import { formatDay } from "../../../core/day.ts";
import type { ApplicationCache } from "../../../kernel/application-cache.ts";
import { MoreLinks } from "../../../kernel/read/more-links.ts";
import type { QueryCache } from "../../../kernel/read/query-cache.ts";
import { isObject } from "../../../kernel/values/structure.ts";
import { searchRentals } from "../../stays/search/search-rentals.ts";
import type { Site } from "./find-site.ts";
import { type RentalCard, readCards } from "./rental-cards.ts";
import { shownIds } from "./shown-rentals.ts";
import { siteReader } from "./site-reader.ts";

/** The rentals on a page of results. */
const perPage = 24;

/** A guest's search. Days are epoch days. */
export interface SiteSearch {
  /** Undefined: every rental, without prices. */
  readonly stay: { readonly arrival: number; readonly departure: number } | undefined;
  readonly adults: number | undefined;
  readonly children: number | undefined;
  /** Keys of amenities that a rental must have. */
  readonly amenities: readonly string[];
  /** A place's name, in any case and without regard to accents; empty for any. */
  readonly place: string;
  /** From 1. */
  readonly page: number;
}

/** A rental that matches a search, with the exact price of the stay in hundredths; undefined without dates. */
export interface FoundRental extends RentalCard {
  readonly price: number | undefined;
}

/** A page of results. */
export interface SiteResults {
  readonly rentals: readonly FoundRental[];
  readonly total: number;
  readonly pages: number;
}

/** The parts of the service that a site's searches use. `now` in epoch milliseconds. */
export interface SiteReads {
  readonly queries: QueryCache;
  readonly cache: ApplicationCache;
  readonly now: number;
}

/** Finds the site's rentals that are free for a stay, with its exact price, or all that match (guests.md, Booking). */
export async function searchSite(site: Site, search: SiteSearch, reads: SiteReads): Promise<SiteResults> {
  const { scope, account } = site;
  const [ids, caller] = await scope.transaction(
    (transaction) => Promise.all([shownIds(transaction, site, search.place), siteReader(transaction, account)]),
    "read",
  );
  if (ids.length === 0) return { rentals: [], total: 0, pages: 0 };
  // A search of one id reports a missing rental as an error, so the ids are a filter.
  const parameters = parametersOf(search).set("id", ids.join(","));
  const context = { ...reads, database: scope, caller, moreLinks: new MoreLinks(), isStillAdmitted: async () => true };
  const answer = await searchRentals(context, { ids: undefined, parameters });
  if (answer.form !== "page") throw new Error("A search of rentals answers with a page.");
  const found = answer.records.map(foundIn);
  const cards = await scope.transaction(
    (transaction) =>
      readCards(
        transaction,
        account,
        found.map(({ id }) => id),
      ),
    "read",
  );
  const prices = new Map(found.map(({ id, price }) => [id, price]));
  return {
    rentals: cards.map((card) => ({ ...card, price: prices.get(card.id) })),
    total: answer.total,
    pages: Math.ceil(answer.total / perPage),
  };
}

/** The search's parameters of `GET /rentals/search`. */
function parametersOf({ stay, adults, children, amenities, page }: SiteSearch): Map<string, string> {
  const guests = (adults ?? 0) + (children ?? 0);
  const parameters = new Map([
    ["fields", "id,final_price"],
    ["per_page", String(perPage)],
    ["page", String(page)],
  ]);
  if (stay) {
    parameters.set("start_at", formatDay(stay.arrival)).set("end_at", formatDay(stay.departure)).set("sort", "price");
    if (adults !== undefined) parameters.set("adults", String(adults));
    if (adults !== undefined && children !== undefined) parameters.set("children", String(children));
  }
  if (guests > 0) parameters.set("guests", String(guests));
  if (amenities.length > 0) parameters.set("amenities_all", amenities.join(","));
  return parameters;
}

function foundIn(record: string): { readonly id: number; readonly price: number | undefined } {
  const parsed: unknown = JSON.parse(record);
  if (!isObject(parsed) || typeof parsed.id !== "number") throw new Error("A search found a rental without an id.");
  const { id, final_price: price } = parsed;
  return { id, price: typeof price === "number" ? Math.round(price * 100) : undefined };
}
