import { weekdayOf } from "../../day.ts";
import { inForce } from "../applicability.ts";
import { scaled } from "../arithmetic.ts";
import { spansAmong } from "../stay/night-window.ts";
import { factorOf, type Note, type PercentageRule } from "./rule.ts";

/**
 * `weekend_night`: each night in force on a listed weekday costs `percentage` more (or less). A night's weekday is that of its first day:
 * Friday and Saturday night are 5 and 6. Several rules on one night compound, the oldest first, and each rounds.
 */
export interface WeekendNight extends PercentageRule {
  readonly kind: "weekend_night";
  /** 0 is Sunday … 6 Saturday. */
  readonly days: readonly number[];
}

/** A night's price after the rules of this kind. */
export function weekendNight(
  rules: readonly WeekendNight[],
  night: number,
  price: number,
  note: Note<WeekendNight>,
): number {
  let changed = price;
  const weekday = weekdayOf(night);
  for (const rule of rules) {
    if (!rule.days.includes(weekday) || !inForce(rule.applies, night)) continue;
    const next = scaled(changed, factorOf(rule));
    note(rule, next - changed);
    changed = next;
  }
  return changed;
}

/** The same for several nights (ascending epoch days), in place. */
export function weekendNights(rules: readonly WeekendNight[], nights: Int32Array, prices: Float64Array): void {
  for (const rule of rules) {
    const factor = factorOf(rule);
    const listed = Array.from({ length: 7 }, (_, weekday) => rule.days.includes(weekday));
    for (const { from, to } of spansAmong(rule.applies, nights)) {
      for (let index = from; index < to; index++) {
        if (listed[weekdayOf(nights[index] ?? 0)]) prices[index] = scaled(prices[index] ?? 0, factor);
      }
    }
  }
}
