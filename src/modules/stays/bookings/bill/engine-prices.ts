import type { RateBook } from "../../../../core/pricing/rates/rate-book.ts";
import type { Nights, Stay } from "../../../../core/pricing/stay/stay.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";
import { bookOfStay, quoteLive } from "../../../pricing/rates/quote/live-quote.ts";

/** The engine's input for a booking's fees and taxes. */
export interface EngineBook {
  readonly book: RateBook;
  readonly stay: Stay;
}

/** Adds the live quote's rental price in hundredths; null if there is none or it was not requested. */
export interface EnginePrices extends EngineBook {
  readonly quotedPrice: number | null;
  /** The price is larger than can be stored. */
  readonly exceedsLargestAmount?: boolean;
}

/** A booking to price. */
export interface BookingToPrice {
  readonly rental: { readonly id: number; readonly currency: string };
  readonly stay: Nights;
  readonly adults: number | null;
  readonly children: number | null;
  readonly currency: string;
  /** An owner's block. */
  readonly unavailable: boolean;
  /** The rental's price version, if already read. */
  readonly version?: string | undefined;
}

/**
 * Prices a booking under its rental's lock.
 * Unspecified: an owner's block and a booking in a foreign currency get no automatic prices, because none are better than wrong ones.
 * @param wantsQuote whether to quote the rental price, rather than only fees and taxes
 */
export async function enginePrices(
  context: WriteContext,
  { rental, stay, adults, children, currency, unavailable, version }: BookingToPrice,
  wantsQuote: boolean,
): Promise<EnginePrices | undefined> {
  if (unavailable || currency !== rental.currency) return undefined;
  const request = { arrival: stay.arrival, departure: stay.departure, adults, children, version };
  if (wantsQuote) {
    const quoted = await quoteLive(context, rental.id, request);
    if (!quoted) return undefined;
    const exceedsLargestAmount = quoted.refusals.some(({ kind }) => kind === "largest_amount");
    return { ...engineBook(quoted), quotedPrice: quoted.price?.rentalPrice ?? null, exceedsLargestAmount };
  }
  const found = await bookOfStay(context, rental.id, request);
  return found && { ...engineBook(found), quotedPrice: null };
}

/** Picks the engine's input for fees and taxes. */
export function engineBook({ book, stay }: EngineBook): EngineBook {
  return { book, stay };
}
