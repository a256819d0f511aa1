import { increaseOn } from "../after-the-sum.ts";
import { nightPricePerAmount, scaled } from "../arithmetic.ts";
import { type Nights, nightCount } from "../stay/stay.ts";
import type { MidTermMap, PriceIncrease, RateBook } from "./rate-book.ts";

/** From how many nights on a stay is of middle term (pricing.md §7). */
export const midTermFrom = 31;

/**
 * Whether a stay is priced by the mid-term map: 31 nights or more, where `mid_term_pricing_active`. Its price is then the sum
 * of the map's nights, and a night with 0 refuses it. No rates rule changes or refuses it.
 *
 * Silent in the specification: the minimum stay of season or map belongs to the nightly rates, which the mid-term map replaces,
 * and the minimum price `absolute_min_price` is one for nightly rates; neither holds. `absolute_min_stay` and `sleeps_max` do. Special
 * offers, the price increase of the application and the rounding are no rates rules, and change the sum as ever.
 */
export function isMidTerm(book: RateBook, stay: Nights): boolean {
  return book.midTermActive && nightCount(stay) >= midTermFrom;
}

/** The mid-term rate of a night in hundredths of the minor unit; 0 where there is none. */
export function midTermRate(book: RateBook, night: number): number {
  const { midTerm } = book;
  if (!midTerm) return 0;
  return (midTerm.rates[night - midTerm.start] ?? 0) * nightPricePerAmount(book.currency);
}

/**
 * The map as the calling application sells it (`map_with_price_variation`): each night with its price increase, rounded half
 * up.
 */
export function withPriceIncrease(map: MidTermMap, increase: PriceIncrease | null): readonly number[] {
  return Array.from(map.rates, (rate, index) =>
    scaled(rate, 10_000 + (increaseOn(increase, map.start + index)?.increase ?? 0)),
  );
}
