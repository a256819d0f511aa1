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

/** What a rates table makes of a night of one stay (step (c) of pricing.md §3), in whatever rental it is. */
export interface NightKind {
  /** The ratio of its season; what changes nothing where it has none. */
  readonly ratio: number;
  /** Factors, each of which rounds: those before and those after what additional persons cost. */
  readonly before: readonly number[];
  /** Hundredths of the minor unit. */
  readonly addition: number;
  readonly after: readonly number[];
  /** No night ends below its rate times this; 0 where nothing says so. */
  readonly floor: number;
}

/** The price of a night from its rate and the rental's minimum: as `nightPriceOf`, all in hundredths of the minor unit. */
export function priceOfNight({ before, addition, after, floor }: NightKind, rate: number, minimum: number): number {
  let price = rate;
  for (const factor of before) price = scaled(price, factor);
  price = Math.max(0, price + addition);
  for (const factor of after) price = scaled(price, factor);
  return Math.max(price, floor === 0 ? 0 : scaled(rate, floor), minimum);
}

/** Tells of what kind a night of a stay is. Which rules match the stay is found once. */
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

/** What all rules about additional persons add: reductions stop at nothing after all of them, so their order does not count. */
function additionOn(rules: RulesByKind, guests: number, night: number): number {
  let addition = 0;
  for (const rule of rules.additional_person_fixed_per_night) {
    const persons = additionalPersons(rule, guests);
    if (persons > 0 && inForce(rule.applies, night)) addition += rule.fixedAmount * persons;
  }
  return addition;
}
