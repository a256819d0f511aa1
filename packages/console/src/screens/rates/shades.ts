import type { RateMap } from "./rate-map.ts";

/** The least and the highest price that is shown. */
export interface Range {
  readonly low: number;
  readonly high: number;
}

/** Of what has a price at all. */
export function rangeOf(prices: readonly number[]): Range | undefined {
  const priced = prices.filter((price) => price > 0);
  return priced.length > 0 ? { low: Math.min(...priced), high: Math.max(...priced) } : undefined;
}

/** Of the nights from one day to another. */
export const rangeOfNights = ({ first, rates }: RateMap, from: number, to: number): Range | undefined =>
  rangeOf(rates.slice(Math.max(from - first, 0), to - first + 1).map(Number));

/** Percent of the brand's colour in the dearest: more would leave too little contrast to the figures in it (WCAG 1.4.3). */
const deepest = 40;

/** From pale for cheap to deep for dear. */
export function shadeOf(price: number, range: Range | undefined): string {
  const span = range ? range.high - range.low : 0;
  const depth = range && span > 0 ? (price - range.low) / span : 0.25;
  return `color-mix(in srgb, var(--brand) ${Math.round(6 + depth * (deepest - 6))}%, var(--sheet))`;
}
