import type { RateBook } from "./rates/rate-book.ts";
import { chargedAtLeast } from "./rules/charge-at-least.ts";
import { fullPeriods } from "./rules/charge-at-least-full-period.ts";
import { chargedAtLeastIfAvailable } from "./rules/charge-at-least-if-available.ts";
import type { RatesRule, RulesByKind } from "./rules/rates-rule.ts";
import type { Nights } from "./stay/stay.ts";

/** Charged nights, and the rule that adds them; undefined for the stay's own. */
export interface ChargedNights extends Nights {
  readonly because: RatesRule | undefined;
}

/**
 * Step (b) of pricing.md §3: the union of the stay, the longest extension and every full period that the stay touches. It has no gap,
 * because every extension starts with the arrival and every such period shares a night with the stay. The stay comes first, then each
 * rule's additions.
 */
export function chargedNights(book: RateBook, rules: RulesByKind, stay: Nights): readonly ChargedNights[] {
  const charged: ChargedNights[] = [{ arrival: stay.arrival, departure: stay.departure, because: undefined }];
  let { arrival, departure } = stay;
  const extend = (because: RatesRule, from: number, until: number): void => {
    if (from < arrival) charged.push({ arrival: from, departure: arrival, because });
    if (until > departure) charged.push({ arrival: departure, departure: until, because });
    arrival = Math.min(arrival, from);
    departure = Math.max(departure, until);
  };
  const atLeast = chargedAtLeast(rules.charge_at_least, stay);
  if (atLeast) extend(atLeast.rule, stay.arrival, atLeast.until);
  const ifAvailable = chargedAtLeastIfAvailable(rules.charge_at_least_if_available, stay, book.taken);
  if (ifAvailable) extend(ifAvailable.rule, stay.arrival, ifAvailable.until);
  for (const { rule, period } of fullPeriods(rules.charge_at_least_full_period, stay)) {
    extend(rule, period.start, period.end + 1);
  }
  return charged;
}
