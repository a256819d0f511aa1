import { setImmediate } from "node:timers/promises";
import { dayOfInstant } from "../core/day.ts";
import { type Quote, quote } from "../core/pricing/quote.ts";
import type { Nights } from "../core/pricing/stay.ts";
import { bookFor, type PricedRental, rateBooks } from "../rates/books/rate-books.ts";
import { nightsLookedAt, readTakenNights } from "../rates/books/taken-nights.ts";
import { type AskedStay, type Asking, stayFor } from "../rates/live-quote.ts";
import type { Candidate } from "./find-candidates.ts";

/** A stay as it was quoted for one rental. */
export interface QuotedRental extends Quote {
  readonly priced: PricedRental;
}

/** After so many quotes other requests have their turn. */
const atOnce = 500;

/**
 * What a stay costs in each of the candidates, as the calling application sells it, by the rental's id. The versions of their prices
 * were read in this transaction. Beside the books that are not known yet, one statement reads bookings, and only those that rules
 * look at.
 * @param includeTentative rules that look at bookings look through tentative holds too
 */
export async function priceCandidates(
  { transaction, caller, memory, now }: Asking,
  candidates: readonly Candidate[],
  asked: AskedStay,
  includeTentative: boolean,
): Promise<ReadonlyMap<number, QuotedRental>> {
  const today = dayOfInstant(now);
  const books = await rateBooks(memory).ofVersions(transaction, caller.accounts, candidates, today);
  const taken = await takenAround(transaction, caller.accounts, [...books.values()], asked, includeTentative);
  const quoted = new Map<number, QuotedRental>();
  for (const priced of books.values()) {
    const book = bookFor(priced, caller.application, taken.get(priced.id) ?? []);
    quoted.set(priced.id, { ...quote(book, stayFor(book, asked), today), priced });
    if (quoted.size % atOnce === 0) await setImmediate();
  }
  return quoted;
}

async function takenAround(
  transaction: Asking["transaction"],
  accounts: readonly number[],
  rentals: readonly PricedRental[],
  { arrival, departure }: AskedStay,
  includeTentative: boolean,
): Promise<ReadonlyMap<number, Nights[]>> {
  // The rentals that share a rates table share its list of rules.
  const known = new Map<PricedRental["book"]["rules"], number>();
  const looking: number[] = [];
  for (const { id, book } of rentals) {
    const around = known.get(book.rules) ?? nightsLookedAt(book, arrival);
    known.set(book.rules, around);
    if (around > 0) looking.push(id);
  }
  if (looking.length === 0) return new Map();
  const most = Math.max(...known.values());
  return readTakenNights(transaction, accounts, looking, arrival - most, departure + most, undefined, includeTentative);
}
