import { inForce } from "../applicability.ts";
import { spansAmong } from "../stay/night-window.ts";
import type { Note, Rule } from "./rule.ts";

/**
 * `additional_person_fixed_per_night`: each guest above the threshold adds `fixed_amount` to each night in force. All matching rules add
 * up before the night is clamped to zero (pricing.md §3, fine print), so their order is irrelevant.
 *
 * Not specified: a negative amount is a reduction. An explanation counts it only as far as the price can be reduced.
 */
export interface AdditionalPersonFixedPerNight extends Rule {
  readonly kind: "additional_person_fixed_per_night";
  readonly occupationGreaterThan: number;
  /** An amount, in hundredths of the unit. */
  readonly fixedAmount: number;
}

/** The number of guests that the rule charges for. */
export function additionalPersons(rule: AdditionalPersonFixedPerNight, guests: number): number {
  return Math.max(0, guests - rule.occupationGreaterThan);
}

/**
 * Returns a night's price after the rules of this kind.
 * @param pricePerAmount hundredths of the minor unit per hundredth of the unit
 */
export function additionalPersonFixedPerNight(
  rules: readonly AdditionalPersonFixedPerNight[],
  guests: number,
  pricePerAmount: number,
  note: Note<AdditionalPersonFixedPerNight>,
): (night: number, price: number) => number {
  return (night, price) => {
    let changed = price;
    let areReductions = false;
    for (const rule of rules) {
      const addition = rule.fixedAmount * pricePerAmount * additionalPersons(rule, guests);
      if (addition < 0) areReductions = true;
      if (addition <= 0 || !inForce(rule.applies, night)) continue;
      note(rule, addition);
      changed += addition;
    }
    if (!areReductions) return changed;
    // After all surcharges, so that a reduction is only cut off where the sum falls below zero.
    for (const rule of rules) {
      const addition = rule.fixedAmount * pricePerAmount * additionalPersons(rule, guests);
      if (addition >= 0 || !inForce(rule.applies, night)) continue;
      const next = Math.max(0, changed + addition);
      note(rule, next - changed);
      changed = next;
    }
    return changed;
  };
}

/** The same for several nights (ascending epoch days), in place. */
export function additionalPersonsOnNights(
  rules: readonly AdditionalPersonFixedPerNight[],
  guests: number,
  nights: Int32Array,
  prices: Float64Array,
  pricePerAmount: number,
): void {
  let canReduce = false;
  for (const rule of rules) {
    const addition = rule.fixedAmount * pricePerAmount * additionalPersons(rule, guests);
    if (addition === 0) continue;
    if (addition < 0) canReduce = true;
    for (const { from, to } of spansAmong(rule.applies, nights)) {
      for (let index = from; index < to; index++) prices[index] = (prices[index] ?? 0) + addition;
    }
  }
  if (!canReduce) return;
  for (let index = 0; index < prices.length; index++) if ((prices[index] ?? 0) < 0) prices[index] = 0;
}
