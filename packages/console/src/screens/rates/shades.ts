import type { RateMap } from "../../components/prices/rate-map.ts";

/** The lowest and highest price on display. */
export interface Range {
  readonly low: number;
  readonly high: number;
}

/** The range of all non-zero prices. */
export function rangeOf(prices: readonly number[]): Range | undefined {
  const priced = prices.filter((price) => price > 0);
  return priced.length > 0 ? { low: Math.min(...priced), high: Math.max(...priced) } : undefined;
}

/** The price range of some days, both ends included. */
export const rangeOfNights = (
  { first, rates }: Pick<RateMap, "first" | "rates">,
  from: number,
  to: number,
): Range | undefined => rangeOf(rates.slice(Math.max(from - first, 0), to - first + 1).map(Number));

/** The brand color's percentage at the highest price. More would leave too little contrast for text (WCAG 1.4.3). */
const maxPercent = 40;

/** A pale color for low prices, a deep one for high prices. */
export function shadeOf(price: number, range: Range | undefined): string {
  const span = range ? range.high - range.low : 0;
  const depth = range && span > 0 ? (price - range.low) / span : 0.25;
  return `color-mix(in srgb, var(--brand) ${Math.round(6 + depth * (maxPercent - 6))}%, var(--sheet))`;
}
