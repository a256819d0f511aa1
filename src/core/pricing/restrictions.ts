import { minimumStay } from "./rates/nightly-rates.ts";
import { closingOverride } from "./rates/overrides.ts";
import type { RateBook } from "./rates/rate-book.ts";
import { refusedByWeekday } from "./rules/arrival-only.ts";
import { refusedByFullPeriod } from "./rules/full-period-only.ts";
import { refusedForGap } from "./rules/prevent-gap.ts";
import { refusedAsTooFarAhead } from "./rules/prevent-if-booked-ahead-of.ts";
import { refusedAsTooSoon } from "./rules/prevent-if-booked-less-than.ts";
import type { RatesRuleKind, RulesByKind } from "./rules/rates-rule.ts";
import { nightCount, type Stay } from "./stay/stay.ts";

/**
 * The reason for a stay's refusal: a kind, and its rule if it is a rule kind. Others:
 * - `minimum_stay`: shorter than `nights`, the minimum stay of the arrival night;
 * - `closed_to_arrival`, `closed_to_departure`: an `override` of the rental closes that day;
 * - `sleeps_max`: more than the maximum number of `guests`;
 * - `no_rate`: `night`, possibly the first of several, has no rate;
 * - `no_nights`: the departure is not after the arrival;
 * - `largest_amount`: the price exceeds the storable maximum;
 * - `arrival_in_the_past`: the arrival day is over at the rental's location;
 * - `no_exchange_rate`: a required fee is in `from`, without an exchange rate to `to`, the rental's currency.
 */
export type StayRefusal =
  | { readonly kind: RatesRuleKind; readonly rule: number }
  | { readonly kind: "minimum_stay"; readonly rule: null; readonly nights: number }
  | { readonly kind: "closed_to_arrival" | "closed_to_departure"; readonly rule: null; readonly override: number }
  | { readonly kind: "sleeps_max"; readonly rule: null; readonly guests: number }
  | { readonly kind: "no_rate"; readonly rule: null; readonly night: number }
  | { readonly kind: "no_exchange_rate"; readonly rule: null; readonly from: string; readonly to: string }
  | { readonly kind: "no_nights" | "largest_amount" | "arrival_in_the_past"; readonly rule: null };

/** The refusals by the rental's own overrides, which hold for stays of any length. */
export function refusalsByOverrides({ overrides }: RateBook, { arrival, departure }: Stay): readonly StayRefusal[] {
  const refusals: StayRefusal[] = [];
  const byArrival = closingOverride(overrides, "closedToArrival", arrival);
  if (byArrival) refusals.push({ kind: "closed_to_arrival", rule: null, override: byArrival.id });
  const byDeparture = closingOverride(overrides, "closedToDeparture", departure);
  if (byDeparture) refusals.push({ kind: "closed_to_departure", rule: null, override: byDeparture.id });
  return refusals;
}

/** Step (a) of pricing.md §3: every reason for a refusal; empty if the stay is possible. */
export function refusalsByRules(book: RateBook, rules: RulesByKind, stay: Stay, today: number): readonly StayRefusal[] {
  const { arrival, departure } = stay;
  const refusing = [
    ...refusedByWeekday(rules.arrival_only, arrival),
    ...refusedByWeekday(rules.departure_only, departure),
    ...refusedAsTooFarAhead(rules.prevent_if_booked_ahead_of, arrival, today),
    ...refusedAsTooSoon(rules.prevent_if_booked_less_than, arrival, today),
    ...refusedByFullPeriod(rules.full_period_only, stay),
    ...refusedForGap(rules.prevent_gap, stay, today, book.taken),
  ];
  const refusals: StayRefusal[] = refusing.map(({ kind, id }) => ({ kind, rule: id }));
  const nights = minimumStay(book, arrival);
  if (nightCount(stay) < nights) refusals.push({ kind: "minimum_stay", rule: null, nights });
  return refusals;
}
