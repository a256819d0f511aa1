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

/** A stay to quote; days are epoch days. */
export interface RequestedStay {
  readonly arrival: number;
  readonly departure: number;
  readonly adults: number | null;
  readonly children: number | null;
  /** The rental's `pricesVersion`, if this transaction has already read it. */
  readonly version?: string | undefined;
  /** Bookings that the stay replaces: their nights count as free. */
  readonly except?: readonly number[];
}

/** The context of a quote. */
export interface QuoteContext {
  readonly transaction: Transaction;
  readonly caller: Caller;
  readonly cache: ApplicationCache;
  /** Epoch milliseconds. */
  readonly now: number;
}

/**
 * The stay to price. Not specified: without a number of guests, the price is for `sleeps` adults, as in static rates.
 */
export function stayFor(book: RateBook, { arrival, departure, adults, children }: RequestedStay): Stay {
  const isUnspecified = adults === null && children === null;
  return {
    arrival,
    departure,
    adults: isUnspecified ? Math.max(1, book.sleeps ?? 1) : (adults ?? 0),
    children: children ?? 0,
  };
}

/** A stay with the rate book for its fees and taxes. */
export interface StayInBook {
  readonly priced: PricedRental;
  readonly book: RateBook;
  readonly stay: Stay;
}

/** A live quote with its inputs, and the date on the rental's clock. */
export interface LiveQuote extends Quote, StayInBook {
  readonly rentalToday: number;
}

/**
 * The rate book for the fees and taxes of a stay whose rental price is already known. Bookings do not affect them.
 * @returns undefined for a rental that is unknown, deleted or another account's
 */
export async function bookOfStay(
  context: QuoteContext,
  rental: number,
  requested: RequestedStay,
): Promise<StayInBook | undefined> {
  const priced = await pricedRental(context, rental, requested.version);
  if (!priced) return undefined;
  const book = bookFor(priced, context.caller.application, []);
  return { priced, book, stay: stayFor(book, requested) };
}

/**
 * Quotes a stay now, for the calling application (pricing.md §6). Does not check whether its nights are free.
 * @returns undefined for a rental that is unknown, deleted or another account's
 */
export function quoteLive(
  context: QuoteContext,
  rental: number,
  requested: RequestedStay,
): Promise<LiveQuote | undefined> {
  return measured("quote", () => quoteNow(context, rental, requested));
}

async function quoteNow(
  context: QuoteContext,
  rental: number,
  requested: RequestedStay,
): Promise<LiveQuote | undefined> {
  const priced = await pricedRental(context, rental, requested.version);
  if (!priced) return undefined;
  const { transaction, caller, now } = context;
  const around = nightsLookedAt(priced.book, requested.arrival);
  const { arrival, departure, except = [] } = requested;
  const within = { from: arrival - around, until: departure + around, except };
  const taken = around > 0 ? await readTakenNights(transaction, caller.accounts, [rental], within) : undefined;
  const book = bookFor(priced, caller.application, taken?.get(rental) ?? []);
  const stay = stayFor(book, requested);
  const rentalToday = dayIn(priced.timeZone, now);
  return { ...quote(book, stay, dayOfInstant(now), rentalToday), priced, book, stay, rentalToday };
}

async function pricedRental(
  { transaction, caller, cache, now }: QuoteContext,
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
