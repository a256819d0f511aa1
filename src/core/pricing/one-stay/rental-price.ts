import { increaseOn, offerOn } from "../after-the-sum.ts";
import { scaled, wholeFactor } from "../arithmetic.ts";
import type { RateBook } from "../rates/rate-book.ts";
import { roundPrice } from "../rounding.ts";

/** From what the nights cost to the rental price, in minor units: as `rentalPrice` of after-the-sum.ts, without an account of the steps. */
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
