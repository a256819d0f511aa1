import { scaled, wholeFactor } from "../arithmetic.ts";
import { increaseOn, offerOn } from "../price-adjustments.ts";
import type { RateBook } from "../rates/rate-book.ts";
import { roundPrice } from "../rounding.ts";

/** The rental price from the sum of nights, in minor units: `rentalPrice` of price-adjustments.ts without an explanation. */
export function rentalPriceOf(
  book: Pick<RateBook, "specialOffers" | "roundingKind" | "currency">,
  priceIncrease: RateBook["priceIncrease"],
  arrival: number,
  nights: number,
): number {
  const discounted = scaled(nights, wholeFactor - (offerOn(book.specialOffers, arrival)?.discount ?? 0));
  const raised = scaled(discounted, wholeFactor + (increaseOn(priceIncrease, arrival)?.increase ?? 0));
  return roundPrice(raised, book.roundingKind, book.currency);
}
