import { nightPricePerAmount, scaled } from "../arithmetic.ts";
import type { Explanation } from "../explanation.ts";
import { additionalPersonFixedPerNight } from "../rules/additional-person-fixed-per-night.ts";
import { earlyBooking } from "../rules/early-booking.ts";
import { lateBooking } from "../rules/late-booking.ts";
import { occupationLessThan } from "../rules/occupation-less-than.ts";
import type { PercentageRatesRule, RatesRule, RulesByKind } from "../rules/rates-rule.ts";
import { factorOf, firstInForce, strongestFirst } from "../rules/rule.ts";
import { stayAtLeast } from "../rules/stay-at-least.ts";
import { stayShorterThan } from "../rules/stay-shorter-than.ts";
import { strictMinimumPricePerNight } from "../rules/strict-minimum-price-per-night.ts";
import { weekendNight } from "../rules/weekend-night.ts";
import { guestCount, type Stay } from "../stay/stay.ts";
import { absoluteMinimum } from "./nightly-rates.ts";
import type { RateBook } from "./rate-book.ts";

/** The price of a night in a stay from its rate, both in hundredths of the minor unit. */
export type NightPrice = (night: number, rate: number) => number;

/**
 * Step (c) of pricing.md §3, in order: nightly rate → weekend → occupation → additional persons → stay length → early and late booking →
 * strict minimum → absolute minimum. Each multiplication rounds half up to hundredths of the minor unit.
 *
 * Not specified: `stay_at_least` precedes `stay_shorter_than`, and early precedes late booking.
 */
export function nightPriceOf(
  book: RateBook,
  rules: RulesByKind,
  stay: Stay,
  today: number,
  explanation: Explanation,
): NightPrice {
  const byLengthAndWindow: readonly (readonly PercentageRatesRule[])[] = [
    strongestFirst(stayAtLeast, rules.stay_at_least, stay, today),
    strongestFirst(stayShorterThan, rules.stay_shorter_than, stay, today),
    strongestFirst(earlyBooking, rules.early_booking, stay, today),
    strongestFirst(lateBooking, rules.late_booking, stay, today),
  ];
  const byOccupation = strongestFirst(occupationLessThan, rules.occupation_less_than, stay, today);
  const floors = strongestFirst(strictMinimumPricePerNight, rules.strict_minimum_price_per_night, stay, today);
  const absolute = absoluteMinimum(book);

  const note = (rule: RatesRule, change: number): void => explanation.add(rule.kind, rule.id, 1, change);
  const byStrongest = (matching: readonly PercentageRatesRule[], night: number, price: number): number => {
    const rule = firstInForce(matching, night);
    if (!rule) return price;
    const changed = scaled(price, factorOf(rule));
    note(rule, changed - price);
    return changed;
  };

  const withAdditionalPersons = additionalPersonFixedPerNight(
    rules.additional_person_fixed_per_night,
    guestCount(stay),
    nightPricePerAmount(book.currency),
    note,
  );
  return (night, rate) => {
    let price = weekendNight(rules.weekend_night, night, rate, note);
    price = byStrongest(byOccupation, night, price);
    price = withAdditionalPersons(night, price);
    for (const matching of byLengthAndWindow) price = byStrongest(matching, night, price);
    const floor = firstInForce(floors, night);
    const minimum = floor ? scaled(rate, factorOf(floor)) : 0;
    if (floor && price < minimum) {
      note(floor, minimum - price);
      price = minimum;
    }
    if (price < absolute) {
      explanation.add("absolute_min_price", null, 1, absolute - price);
      price = absolute;
    }
    return price;
  };
}
