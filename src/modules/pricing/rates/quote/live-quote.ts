import { dayOfInstant } from "../../../../core/day.ts";
import { type Quote, quote } from "../../../../core/pricing/quote.ts";
import type { RateBook } from "../../../../core/pricing/rates/rate-book.ts";
import type { Stay } from "../../../../core/pricing/stay/stay.ts";
import { dayIn } from "../../../../core/time-zone.ts";
import type { Transaction } from "../../../../database/sql/transaction.ts";
import type { Caller } from "../../../../kernel/access/caller.ts";
import type { ApplicationCache } from "../../../../kernel/application-cache.ts";
import { measured } from "../../../../kernel/work-channel.ts";
import { bookFor, type PricedRental, rateBooks } from "../books/rate-books.ts";
import { nightsLookedAt, readTakenNights } from "../books/taken-nights.ts";

/** A stay that somebody asks about; days are epoch days. */
export interface AskedStay {
  readonly arrival: number;
  readonly departure: number;
  readonly adults: number | null;
  readonly children: number | null;
  /** The version of the rental's prices (`pricesVersion`), where this transaction has read it already. */
  readonly version?: string | undefined;
}

/** Who asks, and when. */
export interface Asking {
  readonly transaction: Transaction;
  readonly caller: Caller;
  readonly cache: ApplicationCache;
  /** Epoch milliseconds. */
  readonly now: number;
}

/**
 * The stay to price. Silent in the specification: who says nothing of guests is told the price for as many adults as the rental is
 * made for (`sleeps`), as in the static rates.
 */
export function stayFor(book: RateBook, { arrival, departure, adults, children }: AskedStay): Stay {
  const unsaid = adults === null && children === null;
  return {
    arrival,
    departure,
    adults: unsaid ? Math.max(1, book.sleeps ?? 1) : (adults ?? 0),
    children: children ?? 0,
  };
}

/** A stay with the book that its fees and taxes come from. */
export interface StayInBook {
  readonly priced: PricedRental;
  readonly book: RateBook;
  readonly stay: Stay;
}

/** A live quote, with what it was made of. */
export interface LiveQuote extends Quote, StayInBook {}

/**
 * The book of a rental for a stay whose rental price stands already: for its fees and taxes, on which bookings have no influence.
 * @returns undefined for a rental that is unknown, deleted or another account's
 */
export async function bookOfStay(asking: Asking, rental: number, asked: AskedStay): Promise<StayInBook | undefined> {
  const priced = await pricedRental(asking, rental, asked.version);
  if (!priced) return undefined;
  const book = bookFor(priced, asking.caller.application, []);
  return { priced, book, stay: stayFor(book, asked) };
}

/**
 * What a stay in a rental costs now, as the calling application sells it (pricing.md §6). Whether its nights are free is not asked.
 * @returns undefined for a rental that is unknown, deleted or another account's
 */
export function quoteLive(asking: Asking, rental: number, asked: AskedStay): Promise<LiveQuote | undefined> {
  return measured("quote", () => quoteNow(asking, rental, asked));
}

async function quoteNow(asking: Asking, rental: number, asked: AskedStay): Promise<LiveQuote | undefined> {
  const priced = await pricedRental(asking, rental, asked.version);
  if (!priced) return undefined;
  const { transaction, caller, now } = asking;
  const around = nightsLookedAt(priced.book, asked.arrival);
  const within = { from: asked.arrival - around, until: asked.departure + around };
  const taken = around > 0 ? await readTakenNights(transaction, caller.accounts, [rental], within) : undefined;
  const book = bookFor(priced, caller.application, taken?.get(rental) ?? []);
  const stay = stayFor(book, asked);
  return { ...quote(book, stay, dayOfInstant(now), dayIn(priced.timeZone, now)), priced, book, stay };
}

async function pricedRental(
  { transaction, caller, cache, now }: Asking,
  id: number,
  version: string | undefined,
): Promise<PricedRental | undefined> {
  const [books, today] = [rateBooks(cache), dayOfInstant(now)];
  const read =
    version === undefined
      ? books.of(transaction, caller.accounts, [id], today)
      : books.ofVersions(transaction, caller.accounts, [{ id, version }], today);
  return (await read).get(id);
}
