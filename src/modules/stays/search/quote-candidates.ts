import { dayOfInstant } from "../../../core/day.ts";
import { OneStay, type StayTotal } from "../../../core/pricing/one-stay/one-stay.ts";
import { type Quote, quote } from "../../../core/pricing/quote.ts";
import type { Nights } from "../../../core/pricing/stay/stay.ts";
import { dayIn } from "../../../core/time-zone.ts";
import type { Transaction } from "../../../database/sql/transaction.ts";
import { cheapChunkSize, inSlices } from "../../../kernel/concurrency/scheduler.ts";
import { bookFor, type PricedRental, rateBooks } from "../../pricing/rates/books/rate-books.ts";
import { nightsLookedAt, readTakenNights } from "../../pricing/rates/books/taken-nights.ts";
import { type QuoteContext, type RequestedStay, stayFor } from "../../pricing/rates/quote/live-quote.ts";
import type { Candidate } from "./find-candidates.ts";

/** A stay's quote for one rental. */
export interface QuotedRental extends Quote {
  readonly priced: PricedRental;
  /** The date on the rental's clock. */
  readonly rentalToday: number;
}

/** Prices the stay in a candidate, without the database. */
export interface Quotes {
  /** The total and whether the stay is refused, for every candidate. */
  total(candidate: Candidate): StayTotal | undefined;
  /** The full quote, for candidates on the page. */
  quote(candidate: Candidate): QuotedRental | undefined;
}

/**
 * Reads what quoting a stay in each candidate needs: rate books not cached under this transaction's versions, and the bookings that
 * rules consider. Quotes are not cached: recomputing a page is cheaper than collecting ten thousand of them.
 * @param includeTentative whether rules ignore tentative holds
 */
export async function readQuotes(
  { transaction, caller, cache, now }: QuoteContext,
  candidates: readonly Candidate[],
  stay: RequestedStay,
  includeTentative: boolean,
): Promise<Quotes> {
  const today = dayOfInstant(now);
  const books = await rateBooks(cache).inOrder(transaction, caller.accounts, candidates, today);
  const taken = await takenAround(transaction, caller.accounts, books, stay, includeTentative);
  const todayIn = new Map<string, number>();
  const rentalTodayIn = (timeZone: string): number => {
    const day = todayIn.get(timeZone) ?? dayIn(timeZone, now);
    todayIn.set(timeZone, day);
    return day;
  };
  const oneStay = new OneStay(today);
  return {
    total({ id, index }) {
      const priced = books[index];
      if (!priced) return undefined;
      const { book, timeZone, increases } = priced;
      const sold = { taken: taken.get(id) ?? none, priceIncrease: increases.get(caller.application) ?? null };
      return oneStay.in(book, stayFor(book, stay), rentalTodayIn(timeZone), sold);
    },
    quote({ id, index }) {
      const priced = books[index];
      if (!priced) return undefined;
      const book = bookFor(priced, caller.application, taken.get(id) ?? none);
      const rentalToday = rentalTodayIn(priced.timeZone);
      return { ...quote(book, stayFor(book, stay), today, rentalToday), priced, rentalToday };
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
  // Rentals that share a rates table share its list of rules.
  const nightsByRules = new Map<PricedRental["book"]["rules"], number>();
  const rentalsToRead: number[] = [];
  let maxNights = 0;
  const look = (priced: PricedRental | undefined): void => {
    if (!priced) return;
    const { rules } = priced.book;
    const around = nightsByRules.get(rules) ?? nightsLookedAt(priced.book, arrival);
    nightsByRules.set(rules, around);
    maxNights = Math.max(maxNights, around);
    if (around > 0) rentalsToRead.push(priced.id);
  };
  await inSlices(accounts.join(), rentals, look, cheapChunkSize);
  if (rentalsToRead.length === 0) return new Map();
  const within = { from: arrival - maxNights, until: departure + maxNights, includeTentative };
  return readTakenNights(transaction, accounts, rentalsToRead, within);
}
