import { dayOfInstant } from "../core/day.ts";
import type { Transaction } from "../database/transaction.ts";
import { exchangedAmount } from "../exchange/exchanged-amount.ts";
import { readRecords } from "../kernel/read/read.ts";
import { notFound } from "../kernel/refusal.ts";
import type { ReadAnswer, ReadContext, ReadRequest } from "../kernel/route.ts";
import { rental } from "../rentals/rental.ts";
import { type AskedSearch, askedSearch } from "./asked-search.ts";
import { exchangedAttributes, exchangedMembers } from "./exchanged-rental.ts";
import { type Exchanges, exchangedPrice, exchangesInto } from "./exchanged-price.ts";
import { type Candidate, findCandidates, isAnyThere } from "./find-candidates.ts";
import { priceCandidates, type QuotedRental } from "./price-candidates.ts";
import { isAvailable, type Members, membersOf, type Offer, withMembers } from "./priced-record.ts";
import { priceMembers } from "./searched-rental.ts";

/** A candidate with what the stay costs there, and what it is sorted by. */
interface Found {
  readonly id: number;
  readonly offer: Offer | undefined;
  readonly sortedBy: number | null;
}

/**
 * Searches rentals and, with dates, prices the stay in each (pricing.md §6): filters, prices, sorts, and answers one page. Everything is
 * read in one snapshot, and prices only under the version that was read in it: what was changed before the search is in it.
 *
 * Silent in the specification:
 * - without an exchange, amounts are compared as they stand, whatever their currency;
 * - a rental without a price fits no `min_price` or `max_price`, and is sorted last;
 * - a stay in the past is priced like any other.
 * @throws Refusal 400 naming the parameter, 404 when the path names one rental that is not there
 */
export async function searchRentals(context: ReadContext, { ids, parameters }: ReadRequest): Promise<ReadAnswer> {
  const { database, plans, caller } = context;
  const asked = askedSearch(plans.catalogue, caller, parameters);
  return database.transaction(async (transaction) => {
    const candidates = await findCandidates(transaction, plans.catalogue, caller, asked, ids);
    if (candidates.length === 0 && ids?.length === 1) {
      if (!(await isAnyThere(transaction, plans.catalogue, caller, ids))) throw notFound();
    }
    const exchanges =
      asked.currency === undefined ? undefined : await exchangesOf(transaction, context, asked, candidates);
    const found = await offersOf(transaction, context, asked, candidates, exchanges);
    const { page, perPage } = asked.query;
    const shown = sorted(found, asked).slice((page - 1) * perPage, page * perPage);
    const records = await recordsOf(transaction, context, asked, shown, exchanges);
    return { form: "page", records, page, perPage, total: found.length };
  }, "read");
}

function exchangesOf(
  transaction: Transaction,
  { now }: ReadContext,
  { currency = "" }: AskedSearch,
  candidates: readonly Candidate[],
): Promise<Exchanges> {
  const currencies = candidates.map((candidate) => candidate.currency);
  return exchangesInto(transaction, currencies, currency, dayOfInstant(now));
}

/** Prices the candidates where there are dates, and leaves out what is not asked for. */
async function offersOf(
  transaction: Transaction,
  context: ReadContext,
  asked: AskedSearch,
  candidates: readonly Candidate[],
  exchanges: Exchanges | undefined,
): Promise<Found[]> {
  const { stay, includeNotAvailable, includeTentative } = asked;
  if (!stay) return candidates.flatMap((candidate) => withoutPrices(candidate, asked, exchanges));
  const quoted = await priceCandidates({ ...context, transaction }, candidates, stay, includeTentative);
  return candidates.flatMap((candidate) => {
    const quote = quoted.get(candidate.id);
    if (!quote) return [];
    const offer = offerOf(candidate, quote, asked, exchanges);
    const price = offer.price?.finalPrice ?? null;
    if (!(includeNotAvailable || isAvailable(offer)) || !fits(price, price, asked)) return [];
    return { id: candidate.id, offer, sortedBy: asked.sort === "price" ? price : candidate.size };
  });
}

function offerOf(
  { currency, isFree }: Candidate,
  { price, refusals, priced }: QuotedRental,
  asked: AskedSearch,
  exchanges: Exchanges | undefined,
): Offer {
  const exchange = exchanges?.get(currency);
  const shown = price && exchange ? exchangedPrice(price, exchange, asked.currency ?? currency) : price;
  return { isFree, refusals, price: shown, priced };
}

function withoutPrices(candidate: Candidate, asked: AskedSearch, exchanges: Exchanges | undefined): Found[] {
  const exchange = exchanges?.get(candidate.currency);
  const compared = (amount: number | null): number | null =>
    amount === null || !exchange ? amount : exchangedAmount(amount, exchange, asked.currency ?? candidate.currency);
  const [least, most] = [compared(candidate.minPrice), compared(candidate.maxPrice)];
  if (!fits(least, most, asked)) return [];
  return [{ id: candidate.id, offer: undefined, sortedBy: asked.sort === "price" ? least : candidate.size }];
}

function fits(least: number | null, most: number | null, { minPrice, maxPrice }: AskedSearch): boolean {
  if (minPrice !== undefined && (least === null || least < minPrice)) return false;
  return maxPrice === undefined || (most !== null && most <= maxPrice);
}

/** In the order that was asked for: unknown values last, equal ones by ascending id. They come in ascending order of id. */
function sorted(found: readonly Found[], { sort, isDescending }: AskedSearch): readonly Found[] {
  if (sort === undefined) return isDescending ? found.toReversed() : found;
  const direction = isDescending ? -1 : 1;
  return found.toSorted((a, b) => {
    if (a.sortedBy === b.sortedBy) return a.id - b.id;
    if (a.sortedBy === null) return 1;
    return b.sortedBy === null ? -1 : direction * (a.sortedBy - b.sortedBy);
  });
}

/** The records of a page, as any read shows them, with what the search adds in the place of what a read cannot know. */
async function recordsOf(
  transaction: Transaction,
  { plans, caller }: ReadContext,
  { query, currency }: AskedSearch,
  shown: readonly Found[],
  exchanges: Exchanges | undefined,
): Promise<string[]> {
  const ids = shown.map(({ id }) => id);
  const fields = exchanges ? fieldsOf(query.fields, withExchange) : fieldsOf(query.fields, computed);
  const [records, exchanged] = [
    await readRecords(transaction, plans, rental, caller, ids, { fields, includes: query.includes }),
    exchanges && currency !== undefined
      ? await exchangedMembers(transaction, caller.accounts, ids, exchanges, currency)
      : new Map<number, Members>(),
  ];
  return records.map((record, place) => {
    const found = shown[place];
    const members = new Map([...(exchanged.get(found?.id ?? 0) ?? []), ...membersOf(found?.offer)]);
    return withMembers(record, members, query.fields);
  });
}

const computed: ReadonlySet<string> = new Set(["initial_price", "final_price", ...Object.keys(priceMembers)]);
const withExchange: ReadonlySet<string> = new Set([...computed, ...exchangedAttributes]);
const everything: readonly string[] = ["links", ...Object.keys(rental.attributes)];

/** What of a record is read as it is: everything, or what was asked for, but for what is computed here. */
function fieldsOf(fields: AskedSearch["query"]["fields"], but: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...(fields ?? everything)].filter((name) => !but.has(name)));
}
