import { covers } from "./applicability.ts";
import { scaled, wholeFactor } from "./arithmetic.ts";
import type { Explanation } from "./explanation.ts";
import type { PriceIncrease, RateBook, SpecialOffer } from "./rates/rate-book.ts";
import { roundPrice } from "./rounding.ts";

/** The special offer for an arrival: the largest discount on that night; of equal ones, the older. */
export function offerOn(offers: readonly SpecialOffer[], arrival: number): SpecialOffer | undefined {
  let best: SpecialOffer | undefined;
  for (const offer of offers) if (covers(offer, arrival) && offer.discount > (best?.discount ?? 0)) best = offer;
  return best;
}

/** The calling application's price increase for an arrival: the override for that night, else its standard. */
export function increaseOn(
  increase: PriceIncrease | null,
  arrival: number,
): { readonly id: number | null; readonly increase: number } | undefined {
  if (!increase) return undefined;
  for (const override of increase.overrides) if (covers(override, arrival)) return override;
  return { id: null, increase: increase.standard };
}

/**
 * Steps (e), (f) and (g) of pricing.md §3: from the price before special offers to the rental price, a booking's `initial_price`. In minor
 * units; each step rounds half up.
 */
export function rentalPrice(book: RateBook, arrival: number, beforeOffers: number, explanation: Explanation): number {
  const inHundredths = (minorUnits: number): number => minorUnits * 100;
  let price = beforeOffers;
  const offer = offerOn(book.specialOffers, arrival);
  if (offer) {
    const next = scaled(price, wholeFactor - offer.discount);
    explanation.add("special_offer", offer.id, 0, inHundredths(next - price));
    price = next;
  }
  const raise = increaseOn(book.priceIncrease, arrival);
  if (raise && raise.increase !== 0) {
    const next = scaled(price, wholeFactor + raise.increase);
    explanation.add("price_increase", raise.id, 0, inHundredths(next - price));
    price = next;
  }
  const rounded = roundPrice(price, book.roundingKind, book.currency);
  if (rounded !== price) explanation.add("rounding_kind", null, 0, inHundredths(rounded - price));
  return rounded;
}
