import type { DayPrices } from "./day-prices.ts";
import type { Percentages, Shares } from "./passes.ts";

/**
 * Adds something to the final prices of a day. Each is a function in a list: measured, loops inside each other in one function were slower.
 */
export type Step = (prices: DayPrices) => void;

/** What comes on top of the rental prices of a check-in day. */
export interface LinesOfDay {
  /** For each price the fees that do not depend on it, with the taxes on them. */
  readonly amounts: Float64Array;
  /** On the rental price; where there is none, one that takes nothing. */
  readonly taxes: readonly [Percentages, ...Percentages[]];
  /** Fees that are percentages of the rental price, each with the taxes on it. */
  readonly shares: readonly { readonly shares: Shares; readonly taxes: readonly Percentages[] }[];
}
