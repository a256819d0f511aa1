import { minorUnit } from "../rounding.ts";

/** The rounding of a rental's displayed price (pricing.md §3, `rounding_kind`). */
export const roundingKinds = ["no-rounding", "round-up", "closest-exact", "closest-marketing"] as const;

export type RoundingKind = (typeof roundingKinds)[number];

/**
 * Rounds a stay's price in minor units. All kinds round up:
 *
 * | kind | to | 362.00 | 369.01 |
 * | --- | --- | --- | --- |
 * | `no-rounding` | unchanged | 362.00 | 369.01 |
 * | `round-up` | the next whole unit | 362.00 | 370.00 |
 * | `closest-exact` | the next ten | 370.00 | 370.00 |
 * | `closest-marketing` | the next number that ends in 9 | 369.00 | 379.00 |
 *
 * Not specified: a free stay (an offer of 100%) stays free, and is not rounded up to 9.
 */
export function roundPrice(price: number, kind: RoundingKind, currency: string): number {
  return roundUp(price, roundingStep(kind, currency));
}

/**
 * Rounds up to the next multiple of `step`, minus `short`; `perUnit` is 1 / step. Steps are 1, 10, 100 and 1000. Their reciprocals as
 * doubles are slightly high, so multiplying and flooring is exact (see `scaledSmall`).
 */
export function roundUp(price: number, { step, perUnit, short }: RoundingStep): number {
  return price === 0 ? 0 : Math.floor((price + short + step - 1) * perUnit) * step - short;
}

/** The arguments of `roundUp` for a rounding kind, in minor units. */
export interface RoundingStep {
  readonly step: number;
  readonly perUnit: number;
  readonly short: number;
}

export function roundingStep(kind: RoundingKind, currency: string): RoundingStep {
  const unit = 100 / minorUnit(currency);
  switch (kind) {
    case "no-rounding":
      return { step: 1, perUnit: 1, short: 0 };
    case "round-up":
      return { step: unit, perUnit: 1 / unit, short: 0 };
    case "closest-exact":
      return { step: 10 * unit, perUnit: 1 / (10 * unit), short: 0 };
    case "closest-marketing":
      return { step: 10 * unit, perUnit: 1 / (10 * unit), short: unit };
  }
}
