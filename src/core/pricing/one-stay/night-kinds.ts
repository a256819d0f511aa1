import { weekdayOf } from "../../day.ts";
import { inForce } from "../applicability.ts";
import { nightPricePerAmount, scaled, wholeFactor } from "../arithmetic.ts";
import { seasonOf } from "../rates/nightly-rates.ts";
import type { RateBook } from "../rates/rate-book.ts";
import { additionalPersons } from "../rules/additional-person-fixed-per-night.ts";
import { earlyBooking } from "../rules/early-booking.ts";
import { lateBooking } from "../rules/late-booking.ts";
import { occupationLessThan } from "../rules/occupation-less-than.ts";
import type { PercentageRatesRule, RulesByKind } from "../rules/rates-rule.ts";
import { factorOf, firstInForce, strongestFirst } from "../rules/rule.ts";
import { stayAtLeast } from "../rules/stay-at-least.ts";
import { stayShorterThan } from "../rules/stay-shorter-than.ts";
import { strictMinimumPricePerNight } from "../rules/strict-minimum-price-per-night.ts";
import { guestCount, type Stay } from "../stay/stay.ts";

/** A rates table's pricing of a night of a stay (step (c) of pricing.md §3), in any rental. */
export interface NightKind {
  /** Its season's ratio; neutral without a season. */
  readonly ratio: number;
  /** Factors before and after the additional persons; each one rounds. */
  readonly before: readonly number[];
  /** Hundredths of the minor unit. */
  readonly addition: number;
  readonly after: readonly number[];
  /** The minimum price as a factor of the rate; 0 without one. */
  readonly floor: number;
}

/** A night's price from its rate and the rental's minimum, as `nightPriceOf`; all in hundredths of the minor unit. */
export function priceOfNight({ before, addition, after, floor }: NightKind, rate: number, minimum: number): number {
  let price = rate;
  for (const factor of before) price = scaled(price, factor);
  price = Math.max(0, price + addition);
  for (const factor of after) price = scaled(price, factor);
  return Math.max(price, floor === 0 ? 0 : scaled(rate, floor), minimum);
}

/** Returns the kind of each night. Rules that match the stay are determined once. */
export function nightKindsOf(
  book: Pick<RateBook, "seasons" | "currency">,
  rules: RulesByKind,
  stay: Stay,
  today: number,
): (night: number) => NightKind {
  const occupation = strongestFirst(occupationLessThan, rules.occupation_less_than, stay, today);
  const floors = strongestFirst(strictMinimumPricePerNight, rules.strict_minimum_price_per_night, stay, today);
  const lengthAndWindow: readonly (readonly PercentageRatesRule[])[] = [
    strongestFirst(stayAtLeast, rules.stay_at_least, stay, today),
    strongestFirst(stayShorterThan, rules.stay_shorter_than, stay, today),
    strongestFirst(earlyBooking, rules.early_booking, stay, today),
    strongestFirst(lateBooking, rules.late_booking, stay, today),
  ];
  const perAmount = nightPricePerAmount(book.currency);
  return (night) => {
    const before = weekendFactors(rules, night);
    pushFactor(before, occupation, night);
    const after: number[] = [];
    for (const matching of lengthAndWindow) pushFactor(after, matching, night);
    const floor = firstInForce(floors, night);
    return {
      ratio: seasonOf(book, night)?.ratio ?? wholeFactor,
      before,
      addition: additionOn(rules, guestCount(stay), night) * perAmount,
      after,
      floor: floor ? factorOf(floor) : 0,
    };
  };
}

export function isSameKind(one: NightKind, other: NightKind): boolean {
  if (one.ratio !== other.ratio || one.addition !== other.addition || one.floor !== other.floor) return false;
  return areSame(one.before, other.before) && areSame(one.after, other.after);
}

function areSame(some: readonly number[], others: readonly number[]): boolean {
  return some.length === others.length && some.every((factor, index) => factor === others[index]);
}

function weekendFactors(rules: RulesByKind, night: number): number[] {
  const factors: number[] = [];
  const weekday = weekdayOf(night);
  for (const rule of rules.weekend_night) {
    if (rule.days.includes(weekday) && inForce(rule.applies, night)) factors.push(factorOf(rule));
  }
  return factors;
}

function pushFactor(factors: number[], matching: readonly PercentageRatesRule[], night: number): void {
  const rule = firstInForce(matching, night);
  if (rule) factors.push(factorOf(rule));
}

/** The sum of all additional person rules. The price is clamped to zero only after all of them, so their order is irrelevant. */
function additionOn(rules: RulesByKind, guests: number, night: number): number {
  let addition = 0;
  for (const rule of rules.additional_person_fixed_per_night) {
    const persons = additionalPersons(rule, guests);
    if (persons > 0 && inForce(rule.applies, night)) addition += rule.fixedAmount * persons;
  }
  return addition;
}
