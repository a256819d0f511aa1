import { dayOfInstant } from "../../core/day.ts";
import { dayIn } from "../../core/time-zone.ts";
import { type Quote, quote } from "../../core/pricing/quote.ts";
import { OneStay, type StayTotal } from "../../core/pricing/one-stay/one-stay.ts";
import type { Nights } from "../../core/pricing/stay.ts";
import { inTurns } from "../../kernel/turns.ts";
import { bookFor, type PricedRental, rateBooks } from "../rates/books/rate-books.ts";
import { nightsLookedAt, readTakenNights } from "../rates/books/taken-nights.ts";
import { type AskedStay, type Asking, stayFor } from "../rates/live-quote.ts";
import type { Candidate } from "./find-candidates.ts";

/** A stay as it was quoted for one rental. */
export interface QuotedRental extends Quote {
  readonly priced: PricedRental;
}

/** Prices the stay in one of the candidates by its id, without the database. */
export interface Quotes {
  /** Whether it is refused, and what it comes to: all that is asked of every candidate. */
  total(id: number): StayTotal | undefined;
  /** The same with how it comes about, for those that are shown. */
  quote(id: number): QuotedRental | undefined;
}

/**
 * Reads all that quoting a stay in each of the candidates takes, as the calling application sells it: the books that are not known yet
 * under the versions that were read in this transaction, and in one statement the bookings that rules look at. No quote is kept: ten
 * thousand of them are more to collect than to make again for a page.
 * @param includeTentative rules that look at bookings look through tentative holds too
 */
export async function readQuotes(
  { transaction, caller, cache, now }: Asking,
  candidates: readonly Candidate[],
  asked: AskedStay,
  includeTentative: boolean,
): Promise<Quotes> {
  const today = dayOfInstant(now);
  const books = await rateBooks(cache).ofVersions(transaction, caller.accounts, candidates, today);
  const taken = await takenAround(transaction, caller.accounts, books, asked, includeTentative);
  const earliest = new Map<string, number>();
  for (const { timeZone } of books.values()) if (!earliest.has(timeZone)) earliest.set(timeZone, dayIn(timeZone, now));
  const oneStay = new OneStay(today);
  const find = (id: number) => {
    const priced = books.get(id);
    if (!priced) return undefined;
    const book = bookFor(priced, caller.application, taken.get(id) ?? []);
    return { priced, book, stay: stayFor(book, asked), earliest: earliest.get(priced.timeZone) };
  };
  return {
    total(id) {
      const found = find(id);
      return found && oneStay.in(found.book, found.stay, found.earliest);
    },
    quote(id) {
      const found = find(id);
      return found && { ...quote(found.book, found.stay, today, found.earliest), priced: found.priced };
    },
  };
}

async function takenAround(
  transaction: Asking["transaction"],
  accounts: readonly number[],
  rentals: ReadonlyMap<number, PricedRental>,
  { arrival, departure }: AskedStay,
  includeTentative: boolean,
): Promise<ReadonlyMap<number, Nights[]>> {
  // The rentals that share a rates table share its list of rules.
  const known = new Map<PricedRental["book"]["rules"], number>();
  const looking: number[] = [];
  let most = 0;
  await inTurns(accounts.join(), rentals, ([id, { book }]) => {
    const around = known.get(book.rules) ?? nightsLookedAt(book, arrival);
    known.set(book.rules, around);
    most = Math.max(most, around);
    if (around > 0) looking.push(id);
  });
  if (looking.length === 0) return new Map();
  const within = { from: arrival - most, until: departure + most, includeTentative };
  return readTakenNights(transaction, accounts, looking, within);
}
