import { nightPricePerAmount, scaled } from "../arithmetic.ts";
import { increaseOn } from "../price-adjustments.ts";
import { type Nights, nightCount } from "../stay/stay.ts";
import type { MidTermMap, PriceIncrease, RateBook } from "./rate-book.ts";

/** The number of nights from which a stay is mid-term (pricing.md §7). */
export const midTermFrom = 31;

/**
 * Whether the mid-term map prices a stay: 31 nights or more, with `mid_term_pricing_active`. The price is the sum of the map's nights, a
 * night with 0 refuses the stay, and no rates rule applies.
 *
 * Not specified: minimum stays of seasons or maps and `absolute_min_price` belong to nightly rates and do not apply. `absolute_min_stay`,
 * `sleeps_max`, special offers, price increases and rounding do.
 */
export function isMidTerm(book: RateBook, stay: Nights): boolean {
  return book.midTermActive && nightCount(stay) >= midTermFrom;
}

/** The mid-term rate of a night in hundredths of the minor unit; 0 without one. */
export function midTermRate(book: RateBook, night: number): number {
  const { midTerm } = book;
  if (!midTerm) return 0;
  return (midTerm.rates[night - midTerm.start] ?? 0) * nightPricePerAmount(book.currency);
}

/** The map with the calling application's price increase per night, rounded half up (`map_with_price_variation`). */
export function withPriceIncrease(map: MidTermMap, increase: PriceIncrease | null): readonly number[] {
  return Array.from(map.rates, (rate, index) =>
    scaled(rate, 10_000 + (increaseOn(increase, map.start + index)?.increase ?? 0)),
  );
}
