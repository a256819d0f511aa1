import { parseHundredths } from "../../../../../src/core/hundredths.ts";
import { portionOf } from "../../../../../src/core/rounding.ts";

/** A change of prices. Percentages and amounts may be negative. */
export interface PriceChange {
  readonly how: "keep" | "set" | "percent" | "amount";
  readonly by: number;
}

/** A night's price after a change, at least zero, rounded half up. @param digits decimal places of the currency */
export function changedRate(rate: string, { how, by }: PriceChange, digits: number): string {
  if (how === "keep") return rate;
  const [before, change] = [parseHundredths(rate) ?? 0, Math.round(by * 100)];
  const unit = digits === 0 ? 100 : 1;
  const after = {
    set: portionOf(change, 1, 1, unit),
    percent: portionOf(before, 10_000 + change, 10_000, unit),
    amount: portionOf(before + change, 1, 1, unit),
  }[how];
  return (Math.max(after, 0) / 100).toFixed(digits);
}
