import { nightPricePerAmount } from "../../../core/pricing/arithmetic.ts";
import type { PriceLine, Step } from "../../../core/pricing/explanation.ts";
import { minorUnit } from "../../../core/rounding.ts";

/** The words of a price's steps for guests (`pages.book.steps`). */
export type StepGroup =
  | "base"
  | "long"
  | "weekend"
  | "guests"
  | "minimum"
  | "length"
  | "early"
  | "late"
  | "offer"
  | "rounding"
  | "adjustment";

/** A line of the rental price. The amount is in hundredths. */
export interface ShownLine {
  readonly group: StepGroup;
  readonly amount: number;
}

const groups: Partial<Readonly<Record<Step, StepGroup>>> = {
  nightly_rate: "base",
  charge_at_least: "base",
  charge_at_least_full_period: "base",
  charge_at_least_if_available: "base",
  mid_term_rate: "long",
  weekend_night: "weekend",
  additional_person_fixed_per_night: "guests",
  absolute_min_price: "minimum",
  strict_minimum_price_per_night: "minimum",
  stay_at_least: "length",
  stay_shorter_than: "length",
  early_booking: "early",
  late_booking: "late",
  special_offer: "offer",
  minor_unit: "rounding",
  rounding_kind: "rounding",
};

/**
 * The lines of a rental price, one for each group, in whole minor units that add up to it exactly: each line shows how far it moves the
 * rounded sum.
 */
export function linesOfPrice(lines: readonly PriceLine[], currency: string): readonly ShownLine[] {
  const sums = new Map<StepGroup, number>();
  for (const { step, change } of lines) {
    const group = groups[step] ?? "adjustment";
    sums.set(group, (sums.get(group) ?? 0) + change);
  }
  const unit = minorUnit(currency);
  const rounded = (change: number): number => Math.round(change / nightPricePerAmount(currency) / unit) * unit;
  let before = 0;
  return [...sums].flatMap(([group, change]) => {
    const amount = rounded(before + change) - rounded(before);
    before += change;
    return amount === 0 ? [] : [{ group, amount }];
  });
}
