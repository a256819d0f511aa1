import type { AdditionalPersonFixedPerNight } from "./additional-person-fixed-per-night.ts";
import type { ArrivalOnly } from "./arrival-only.ts";
import type { ChargeAtLeast } from "./charge-at-least.ts";
import type { ChargeAtLeastFullPeriod } from "./charge-at-least-full-period.ts";
import type { ChargeAtLeastIfAvailable } from "./charge-at-least-if-available.ts";
import type { DepartureOnly } from "./departure-only.ts";
import type { EarlyBooking } from "./early-booking.ts";
import type { FullPeriodOnly } from "./full-period-only.ts";
import type { LateBooking } from "./late-booking.ts";
import type { OccupationLessThan } from "./occupation-less-than.ts";
import type { PreventGap } from "./prevent-gap.ts";
import type { PreventIfBookedAheadOf } from "./prevent-if-booked-ahead-of.ts";
import type { PreventIfBookedLessThan } from "./prevent-if-booked-less-than.ts";
import type { PercentageRule } from "./rule.ts";
import type { StayAtLeast } from "./stay-at-least.ts";
import type { StayShorterThan } from "./stay-shorter-than.ts";
import type { StrictMinimumPricePerNight } from "./strict-minimum-price-per-night.ts";
import type { WeekendNight } from "./weekend-night.ts";

/** The 17 rule kinds, each with its own variables (enums.yaml, `rates_rule_kinds`). */
export interface RuleOfKind {
  readonly additional_person_fixed_per_night: AdditionalPersonFixedPerNight;
  readonly arrival_only: ArrivalOnly;
  readonly charge_at_least: ChargeAtLeast;
  readonly charge_at_least_full_period: ChargeAtLeastFullPeriod;
  readonly charge_at_least_if_available: ChargeAtLeastIfAvailable;
  readonly departure_only: DepartureOnly;
  readonly early_booking: EarlyBooking;
  readonly full_period_only: FullPeriodOnly;
  readonly late_booking: LateBooking;
  readonly occupation_less_than: OccupationLessThan;
  readonly prevent_gap: PreventGap;
  readonly prevent_if_booked_ahead_of: PreventIfBookedAheadOf;
  readonly prevent_if_booked_less_than: PreventIfBookedLessThan;
  readonly stay_at_least: StayAtLeast;
  readonly stay_shorter_than: StayShorterThan;
  readonly strict_minimum_price_per_night: StrictMinimumPricePerNight;
  readonly weekend_night: WeekendNight;
}

export type RatesRuleKind = keyof RuleOfKind;

/** One rule of a rates table. */
export type RatesRule = RuleOfKind[RatesRuleKind];

/** A rule of a kind that changes nights by a percentage. */
export type PercentageRatesRule = Extract<RatesRule, PercentageRule>;

/** Rules by kind, each list in ascending id order. */
export type RulesByKind = { readonly [Kind in RatesRuleKind]: RuleOfKind[Kind][] };

/** Rentals share their rates table's list, so a search reuses the sorted lists. */
const cache = new WeakMap<readonly RatesRule[], RulesByKind>();

export function rulesByKind(rules: readonly RatesRule[]): RulesByKind {
  const cached = cache.get(rules);
  if (cached) return cached;
  const lists = sortedByKind(rules);
  cache.set(rules, lists);
  return lists;
}

function sortedByKind(rules: readonly RatesRule[]): RulesByKind {
  const lists: RulesByKind = {
    additional_person_fixed_per_night: [],
    arrival_only: [],
    charge_at_least: [],
    charge_at_least_full_period: [],
    charge_at_least_if_available: [],
    departure_only: [],
    early_booking: [],
    full_period_only: [],
    late_booking: [],
    occupation_less_than: [],
    prevent_gap: [],
    prevent_if_booked_ahead_of: [],
    prevent_if_booked_less_than: [],
    stay_at_least: [],
    stay_shorter_than: [],
    strict_minimum_price_per_night: [],
    weekend_night: [],
  };
  for (const rule of rules.toSorted((a, b) => a.id - b.id)) put(lists, rule);
  return lists;
}

function put<Kind extends RatesRuleKind>(lists: RulesByKind, rule: RuleOfKind[Kind] & { readonly kind: Kind }): void {
  lists[rule.kind].push(rule);
}
