import { dayOfInstant } from "../../../core/day.ts";
import { type AmountExchange, exchangedPrice } from "../../../core/pricing/exchanged-price.ts";
import type { Transaction } from "../../../database/sql/transaction.ts";
import { laneOf } from "../../../kernel/access/caller.ts";
import { inTurns, little } from "../../../kernel/concurrency/turns.ts";
import { notFound } from "../../../kernel/errors.ts";
import { inSnapshot, type ReadScope } from "../../../kernel/read/visible/read-scope.ts";
import type { ReadAnswer, ReadContext, ReadRequest } from "../../../kernel/route.ts";
import { longReads } from "../../pricing/rates/long-reads.ts";
import type { QuoteContext } from "../../pricing/rates/quote/live-quote.ts";
import type { Offer } from "../../pricing/rates/quote/quote-members.ts";
import { exchangedAmount, exchanger } from "../../reference/exchange/exchanged-amount.ts";
import { type AskedSearch, askedSearch } from "./asked-search.ts";
import { type Exchanges, exchangesInto } from "./exchanged-price.ts";
import { type Candidate, findCandidates, isAnyThere } from "./find-candidates.ts";
import { type Offers, recordsOf } from "./page-records.ts";
import { readQuotes } from "./quote-candidates.ts";

/** A candidate that is in the answer, on whatever page, and what it is sorted by. */
interface Found {
  readonly candidate: Candidate;
  readonly sortedBy: number | null;
}

/**
 * Searches rentals and, with dates, prices the stay in each (pricing.md §6): filters, prices, sorts, and answers one page. Everything is
 * read in one snapshot, and prices only under the version that was read in it: what was changed before the search is in it.
 *
 * Silent in the specification:
 * - without an exchange, amounts are compared as they stand, whatever their currency;
 * - a rental without a price fits no `min_price` or `max_price`, and is sorted last.
 * @throws RequestError 400 naming the parameter, 404 when the path names one rental that is not there
 */
export async function searchRentals(context: ReadContext, { ids, parameters }: ReadRequest): Promise<ReadAnswer> {
  const lane = laneOf(context.caller);
  const asked = askedSearch(context, parameters);
  const search = async (snapshot: ReadScope<Transaction>): Promise<ReadAnswer> => {
    const candidates = await findCandidates(snapshot, asked, ids);
    if (candidates.length === 0 && ids?.length === 1) {
      if (!(await isAnyThere(snapshot, asked, ids))) throw notFound();
    }
    const exchanges = await exchangesOf(snapshot.database, context, asked, candidates);
    const stays = await staysIn({ ...context, transaction: snapshot.database }, asked, candidates, exchanges);
    const found = await inAnswer(lane, candidates, asked, stays);
    const { page, perPage } = asked.query;
    const shown = sorted(found, asked)
      .slice((page - 1) * perPage, page * perPage)
      .map(({ candidate }) => candidate);
    const records = await recordsOf(
      snapshot,
      asked,
      { candidates: shown, offers: stays.offer, exchanges },
      context.moreLinks,
    );
    return { form: "page", records, page, perPage, total: found.length };
  };
  return longReads(context.cache).run(lane, () => inSnapshot(context, search));
}

async function exchangesOf(
  transaction: Transaction,
  { now }: ReadContext,
  { currency }: AskedSearch,
  candidates: readonly Candidate[],
): Promise<Exchanges | undefined> {
  if (currency === undefined) return undefined;
  const currencies = candidates.map((candidate) => candidate.currency);
  return exchangesInto(transaction, currencies, currency, dayOfInstant(now));
}

/** What the stay is in the candidates; undefined without dates. */
interface Stays {
  readonly offer: Offers;
  /** Undefined where it cannot be booked and the search is about what can. */
  readonly prices: (candidate: Candidate) => Prices | undefined;
}

async function staysIn(
  asking: QuoteContext,
  asked: AskedSearch,
  candidates: readonly Candidate[],
  exchanges: Exchanges | undefined,
): Promise<Stays> {
  const { stay, includeNotAvailable, includeTentative, currency } = asked;
  if (!stay) return { offer: () => undefined, prices: (candidate) => pricesOf(candidate, asked, exchanges) };
  const quotes = await readQuotes(asking, candidates, stay, includeTentative);
  const into = amountExchanges(exchanges, currency);
  const today = dayOfInstant(asking.now);
  const offer = (candidate: Candidate): Offer | undefined => {
    const quoted = quotes.quote(candidate);
    if (!quoted) return undefined;
    const { price, refusals, priced } = quoted;
    const exchange = into.get(candidate.currency);
    const shown = price && exchange ? exchangedPrice(priced.book, price, exchange, stay.arrival, today) : price;
    return { inTheWay: candidate.inTheWay, refusals, price: shown, priced };
  };
  const compares = comparesPrices(asked);
  const prices = (candidate: Candidate): Prices | undefined => {
    const total = quotes.total(candidate);
    if (!total || (!includeNotAvailable && (candidate.inTheWay || total.isRefused))) return undefined;
    // What is exchanged is exchanged line by line.
    const isExchanged = compares && into.has(candidate.currency);
    const price = (isExchanged ? offer(candidate)?.price?.finalPrice : total.finalPrice) ?? null;
    return { least: price, most: price };
  };
  return { offer, prices };
}

/** From each currency that has to be exchanged at all. */
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

/** The candidates that can be booked, or all of them, at prices that were asked for. */
async function inAnswer(
  lane: string,
  candidates: readonly Candidate[],
  asked: AskedSearch,
  { prices }: Stays,
): Promise<Found[]> {
  const found: Found[] = [];
  const look = (candidate: Candidate): void => {
    const price = prices(candidate);
    if (price && fits(price, asked))
      found.push({ candidate, sortedBy: asked.sort === "price" ? price.least : candidate.size });
  };
  await inTurns(lane, candidates, look, little);
  return found;
}

/** What a price is compared by: from the least to the most that it may be, hundredths. */
interface Prices {
  readonly least: number | null;
  readonly most: number | null;
}

function pricesOf(candidate: Candidate, { currency }: AskedSearch, exchanges: Exchanges | undefined): Prices {
  const exchange = exchanges?.get(candidate.currency);
  const compared = (amount: number | null): number | null =>
    amount === null || !exchange ? amount : exchangedAmount(amount, exchange, currency ?? candidate.currency);
  return { least: compared(candidate.minPrice), most: compared(candidate.maxPrice) };
}

/** Whether anything is filtered or sorted by price. */
function comparesPrices({ sort, minPrice, maxPrice }: AskedSearch): boolean {
  return sort === "price" || minPrice !== undefined || maxPrice !== undefined;
}

function fits({ least, most }: Prices, { minPrice, maxPrice }: AskedSearch): boolean {
  if (minPrice !== undefined && (least === null || least < minPrice)) return false;
  return maxPrice === undefined || (most !== null && most <= maxPrice);
}

/** In the order that was asked for: unknown values last, equal ones by ascending id, in which they come. */
function sorted(found: readonly Found[], { sort, isDescending }: AskedSearch): readonly Found[] {
  if (sort === undefined) return isDescending ? found.toReversed() : found;
  const direction = isDescending ? -1 : 1;
  return found.toSorted((a, b) => {
    if (a.sortedBy === b.sortedBy) return a.candidate.id - b.candidate.id;
    if (a.sortedBy === null) return 1;
    return b.sortedBy === null ? -1 : direction * (a.sortedBy - b.sortedBy);
  });
}
