import { dayOfInstant } from "../../../core/day.ts";
import { OneStay, type StayTotal } from "../../../core/pricing/one-stay/one-stay.ts";
import { type Quote, quote } from "../../../core/pricing/quote.ts";
import type { Nights } from "../../../core/pricing/stay/stay.ts";
import { dayIn } from "../../../core/time-zone.ts";
import type { Transaction } from "../../../database/sql/transaction.ts";
import { inTurns, little } from "../../../kernel/concurrency/turns.ts";
import { bookFor, type PricedRental, rateBooks } from "../../pricing/rates/books/rate-books.ts";
import { nightsLookedAt, readTakenNights } from "../../pricing/rates/books/taken-nights.ts";
import { type QuoteContext, type RequestedStay, stayFor } from "../../pricing/rates/quote/live-quote.ts";
import type { Candidate } from "./find-candidates.ts";

/** A stay as it was quoted for one rental. */
export interface QuotedRental extends Quote {
  readonly priced: PricedRental;
}

/** Prices the stay in one of the candidates, without the database. */
export interface Quotes {
  /** Whether it is refused, and what it comes to: all that is asked of every candidate. */
  total(candidate: Candidate): StayTotal | undefined;
  /** The same with how it comes about, for those that are shown. */
  quote(candidate: Candidate): QuotedRental | undefined;
}

/**
 * Reads all that quoting a stay in each of the candidates takes, as the calling application sells it: the books that are not known yet
 * under the versions that were read in this transaction, and in one statement the bookings that rules look at. No quote is kept: ten
 * thousand of them are more to collect than to make again for a page.
 * @param includeTentative rules that look at bookings look through tentative holds too
 */
export async function readQuotes(
  { transaction, caller, cache, now }: QuoteContext,
  candidates: readonly Candidate[],
  asked: RequestedStay,
  includeTentative: boolean,
): Promise<Quotes> {
  const today = dayOfInstant(now);
  const books = await rateBooks(cache).inOrder(transaction, caller.accounts, candidates, today);
  const taken = await takenAround(transaction, caller.accounts, books, asked, includeTentative);
  const earliestIn = new Map<string, number>();
  const earliest = (timeZone: string): number => {
    const known = earliestIn.get(timeZone) ?? dayIn(timeZone, now);
    earliestIn.set(timeZone, known);
    return known;
  };
  const oneStay = new OneStay(today);
  return {
    total({ id, place }) {
      const priced = books[place];
      if (!priced) return undefined;
      const { book, timeZone, increases } = priced;
      const sold = { taken: taken.get(id) ?? none, priceIncrease: increases.get(caller.application) ?? null };
      return oneStay.in(book, stayFor(book, asked), earliest(timeZone), sold);
    },
    quote({ id, place }) {
      const priced = books[place];
      if (!priced) return undefined;
      const book = bookFor(priced, caller.application, taken.get(id) ?? none);
      return { ...quote(book, stayFor(book, asked), today, earliest(priced.timeZone)), priced };
    },
  };
}

const none: readonly never[] = [];

async function takenAround(
  transaction: Transaction,
  accounts: readonly number[],
  rentals: readonly (PricedRental | undefined)[],
  { arrival, departure }: RequestedStay,
  includeTentative: boolean,
): Promise<ReadonlyMap<number, Nights[]>> {
  // The rentals that share a rates table share its list of rules.
  const known = new Map<PricedRental["book"]["rules"], number>();
  const looking: number[] = [];
  let most = 0;
  const look = (priced: PricedRental | undefined): void => {
    if (!priced) return;
    const { rules } = priced.book;
    const around = known.get(rules) ?? nightsLookedAt(priced.book, arrival);
    known.set(rules, around);
    most = Math.max(most, around);
    if (around > 0) looking.push(priced.id);
  };
  await inTurns(accounts.join(), rentals, look, little);
  if (looking.length === 0) return new Map();
  const within = { from: arrival - most, until: departure + most, includeTentative };
  return readTakenNights(transaction, accounts, looking, within);
}
