import type { RateBook } from "../../../../core/pricing/rates/rate-book.ts";
import type { Nights, Stay } from "../../../../core/pricing/stay/stay.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";
import { bookOfStay, quoteLive } from "../../../pricing/rates/quote/live-quote.ts";

/** What the engine makes the fees and taxes of a booking from. */
export interface EngineBook {
  readonly book: RateBook;
  readonly stay: Stay;
}

/** The same with the rental price of the live quote, hundredths; null where there is none, or nobody asked for it. */
export interface EnginePrices extends EngineBook {
  readonly quotedPrice: number | null;
  /** There is no price because it would be more than can be stored. */
  readonly isTooDear?: boolean;
}

/** A booking as the engine is asked about it. */
export interface AskedBooking {
  readonly rental: { readonly id: number; readonly currency: string };
  readonly stay: Nights;
  readonly adults: number | null;
  readonly children: number | null;
  readonly currency: string;
  /** The owner's own block. */
  readonly unavailable: boolean;
  /** The version of the rental's prices, where it was read already. */
  readonly version?: string | undefined;
}

/**
 * What the engine says of a booking, under the lock of its rental.
 *
 * Silent in the specification: an owner's block costs nobody anything, and a booking in another currency than its rental's is priced by
 * whoever wrote it. Neither has prices, fees or taxes that come by themselves: no amounts are better than wrong ones.
 * @param wantsQuote whether the rental price is asked for, or only what is added to one
 */
export async function enginePrices(
  context: WriteContext,
  { rental, stay, adults, children, currency, unavailable, version }: AskedBooking,
  wantsQuote: boolean,
): Promise<EnginePrices | undefined> {
  if (unavailable || currency !== rental.currency) return undefined;
  const asked = { arrival: stay.arrival, departure: stay.departure, adults, children, version };
  if (wantsQuote) {
    const quoted = await quoteLive(context, rental.id, asked);
    if (!quoted) return undefined;
    const isTooDear = quoted.refusals.some(({ kind }) => kind === "largest_amount");
    return { ...engineBook(quoted), quotedPrice: quoted.price?.rentalPrice ?? null, isTooDear };
  }
  const found = await bookOfStay(context, rental.id, asked);
  return found && { ...engineBook(found), quotedPrice: null };
}

/** What of a quote, or of a book that was looked up, makes fees and taxes. */
export function engineBook({ book, stay }: EngineBook): EngineBook {
  return { book, stay };
}
