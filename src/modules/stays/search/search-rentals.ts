import { dayOfInstant } from "../../../core/day.ts";
import { type AmountExchange, exchangedPrice } from "../../../core/pricing/exchanged-price.ts";
import type { Transaction } from "../../../database/sql/transaction.ts";
import { laneOf } from "../../../kernel/access/caller.ts";
import { cheapChunkSize, inSlices } from "../../../kernel/concurrency/scheduler.ts";
import { notFound } from "../../../kernel/errors.ts";
import { inSnapshot, type ReadScope } from "../../../kernel/read/visible/read-scope.ts";
import type { ReadAnswer, ReadContext, ReadRequest } from "../../../kernel/route.ts";
import { longReads } from "../../pricing/rates/long-reads.ts";
import type { QuoteContext } from "../../pricing/rates/quote/live-quote.ts";
import type { Offer } from "../../pricing/rates/quote/quote-members.ts";
import { exchangedAmount, exchanger } from "../../reference/exchange/exchanged-amount.ts";
import { type Exchanges, exchangesInto } from "./exchanged-price.ts";
import { anyExists, type Candidate, findCandidates } from "./find-candidates.ts";
import { type Offers, recordsOf } from "./page-records.ts";
import { readQuotes } from "./quote-candidates.ts";
import { readSearchRequest, type SearchRequest } from "./search-request.ts";
import { nightsByTimeZone, type ZonedStay } from "./stay-nights.ts";

/** A candidate in the result, on any page, with its sort value. */
interface Found {
  readonly candidate: Candidate;
  readonly sortedBy: number | null;
}

/**
 * Filters rentals, prices the stay in each if there are dates, sorts them and returns one page (pricing.md §6).
 * Reads everything in one snapshot, so that prices match their versions.
 *
 * Unspecified:
 * - without an exchange, amounts are compared regardless of currency;
 * - a rental without a price matches no `min_price` or `max_price`, and sorts last.
 * @throws RequestError 400 naming the parameter, 404 if the path's only rental does not exist
 */
export async function searchRentals(context: ReadContext, { ids, parameters }: ReadRequest): Promise<ReadAnswer> {
  const lane = laneOf(context.caller);
  const request = readSearchRequest(context, parameters);
  const search = async (snapshot: ReadScope<Transaction>): Promise<ReadAnswer> => {
    const { database } = snapshot;
    const zonedStays = request.stay
      ? await nightsByTimeZone(database, context.caller.accounts, request.stay)
      : [undefined];
    const groups: Group[] = [];
    for (const zoned of zonedStays)
      groups.push({ zoned, candidates: await findCandidates(snapshot, request, zoned, ids) });
    const candidates = groups.flatMap((group) => group.candidates);
    if (candidates.length === 0 && ids?.length === 1) {
      if (!(await anyExists(snapshot, request, ids))) throw notFound();
    }
    const exchanges = await exchangesOf(database, context, request, candidates);
    const stays = new Map<Candidate, Stays>();
    const found: Found[] = [];
    for (const group of groups) {
      const priced = await staysIn({ ...context, transaction: database }, request, group, exchanges);
      for (const candidate of group.candidates) stays.set(candidate, priced);
      found.push(...(await matchingCandidates(lane, group.candidates, request, priced)));
    }
    if (groups.length > 1) found.sort((one, other) => one.candidate.id - other.candidate.id);
    const { page, perPage } = request.query;
    const shown = sorted(found, request)
      .slice((page - 1) * perPage, page * perPage)
      .map(({ candidate }) => candidate);
    const records = await recordsOf(
      snapshot,
      request,
      { candidates: shown, offers: (candidate) => stays.get(candidate)?.offer(candidate), exchanges },
      context.moreLinks,
    );
    return { form: "page", records, page, perPage, total: found.length };
  };
  return longReads(context.cache).run(lane, () => inSnapshot(context, search));
}

async function exchangesOf(
  transaction: Transaction,
  { now }: ReadContext,
  { currency }: SearchRequest,
  candidates: readonly Candidate[],
): Promise<Exchanges | undefined> {
  if (currency === undefined) return undefined;
  const currencies = candidates.map((candidate) => candidate.currency);
  return exchangesInto(transaction, currencies, currency, dayOfInstant(now));
}

/** The candidates in which a stay has the same nights. Their order is by id. */
interface Group {
  readonly zoned: ZonedStay | undefined;
  readonly candidates: readonly Candidate[];
}

/** The stay's offers and prices by candidate. */
interface Stays {
  readonly offer: Offers;
  /** Undefined if the stay cannot be booked and the search wants only bookable ones. */
  readonly prices: (candidate: Candidate) => Prices | undefined;
}

async function staysIn(
  asking: QuoteContext,
  request: SearchRequest,
  { zoned, candidates }: Group,
  exchanges: Exchanges | undefined,
): Promise<Stays> {
  const { includeNotAvailable, includeTentative, currency } = request;
  const stay = zoned?.stay;
  if (!stay) return { offer: () => undefined, prices: (candidate) => pricesOf(candidate, request, exchanges) };
  const quotes = await readQuotes(asking, candidates, stay, includeTentative);
  const into = amountExchanges(exchanges, currency);
  const offer = (candidate: Candidate): Offer | undefined => {
    const quoted = quotes.quote(candidate);
    if (!quoted) return undefined;
    const { price, refusals, priced, rentalToday } = quoted;
    const exchange = into.get(candidate.currency);
    const shown = price && exchange ? exchangedPrice(priced.book, price, exchange, stay.arrival, rentalToday) : price;
    return { inTheWay: candidate.inTheWay, refusals, price: shown, priced };
  };
  const compares = comparesPrices(request);
  const prices = (candidate: Candidate): Prices | undefined => {
    const total = quotes.total(candidate);
    if (!total || (!includeNotAvailable && (candidate.inTheWay || total.isRefused))) return undefined;
    // An exchange rounds each line, so it needs the full offer.
    const isExchanged = compares && into.has(candidate.currency);
    const price = (isExchanged ? offer(candidate)?.price?.finalPrice : total.finalPrice) ?? null;
    return { lowest: price, highest: price };
  };
  return { offer, prices };
}

/** Returns the exchanges from each currency that needs one. */
function amountExchanges(
  exchanges: Exchanges | undefined,
  into: string | undefined,
): ReadonlyMap<string, AmountExchange> {
  const found = new Map<string, AmountExchange>();
  if (into === undefined) return found;
  for (const [from, exchange] of exchanges ?? [])
    if (exchange.day !== null) found.set(from, { into, exchanged: exchanger(exchange, into) });
  return found;
}

/** Returns the candidates that match the search's prices and availability. */
async function matchingCandidates(
  lane: string,
  candidates: readonly Candidate[],
  request: SearchRequest,
  { prices }: Stays,
): Promise<Found[]> {
  const found: Found[] = [];
  const look = (candidate: Candidate): void => {
    const price = prices(candidate);
    if (price && fits(price, request))
      found.push({ candidate, sortedBy: request.sort === "price" ? price.lowest : candidate.size });
  };
  await inSlices(lane, candidates, look, cheapChunkSize);
  return found;
}

/** The price range to compare, in hundredths. */
interface Prices {
  readonly lowest: number | null;
  readonly highest: number | null;
}

function pricesOf(candidate: Candidate, { currency }: SearchRequest, exchanges: Exchanges | undefined): Prices {
  const exchange = exchanges?.get(candidate.currency);
  const compared = (amount: number | null): number | null =>
    amount === null || !exchange ? amount : exchangedAmount(amount, exchange, currency ?? candidate.currency);
  return { lowest: compared(candidate.minPrice), highest: compared(candidate.maxPrice) };
}

/** Whether the search filters or sorts by price. */
function comparesPrices({ sort, minPrice, maxPrice }: SearchRequest): boolean {
  return sort === "price" || minPrice !== undefined || maxPrice !== undefined;
}

function fits({ lowest, highest }: Prices, { minPrice, maxPrice }: SearchRequest): boolean {
  if (minPrice !== undefined && (lowest === null || lowest < minPrice)) return false;
  return maxPrice === undefined || (highest !== null && highest <= maxPrice);
}

/** Sorts candidates: unknown values last, ties by ascending id. */
function sorted(found: readonly Found[], { sort, isDescending }: SearchRequest): readonly Found[] {
  if (sort === undefined) return isDescending ? found.toReversed() : found;
  const direction = isDescending ? -1 : 1;
  return found.toSorted((a, b) => {
    if (a.sortedBy === b.sortedBy) return a.candidate.id - b.candidate.id;
    if (a.sortedBy === null) return 1;
    return b.sortedBy === null ? -1 : direction * (a.sortedBy - b.sortedBy);
  });
}
