import type { RatesRuleKind } from "../../../core/pricing/rules/rates-rule.ts";
import type { VariableName } from "./rule-variables.ts";

/** The kinds of rates rules (enums.yaml, rates_rule_kinds). */
// biome-ignore format: one list, read as one
export const ratesRuleKinds = [
  "additional_person_fixed_per_night", "arrival_only", "charge_at_least", "charge_at_least_if_available",
  "charge_at_least_full_period", "departure_only", "early_booking", "full_period_only", "late_booking", "occupation_less_than",
  "prevent_gap", "prevent_if_booked_ahead_of", "prevent_if_booked_less_than", "stay_at_least", "stay_shorter_than",
  "strict_minimum_price_per_night", "weekend_night",
] as const satisfies readonly RatesRuleKind[];

/** The requirements of a kind of rule, except its applicability. */
export interface KindNeeds {
  readonly variables: readonly VariableName[];
  readonly percentage?: true;
  readonly fixedAmount?: true;
  /** The rule concerns one whole period, from start_date to end_date. */
  readonly fixedPeriod?: true;
}

const booking: KindNeeds = { variables: ["length", "unit"] };
const discount: KindNeeds = { variables: ["length", "unit"], percentage: true };

/** Requirements by kind, from enums.yaml. The `until` of prevent_gap is optional (pricing.md §8.7). */
export const needsOf: Readonly<Record<RatesRuleKind, KindNeeds>> = {
  additional_person_fixed_per_night: { variables: ["occupation_greater_than"], fixedAmount: true },
  arrival_only: { variables: ["days"] },
  charge_at_least: booking,
  charge_at_least_if_available: booking,
  charge_at_least_full_period: { variables: [], fixedPeriod: true },
  departure_only: { variables: ["days"] },
  early_booking: discount,
  full_period_only: { variables: [], fixedPeriod: true },
  late_booking: discount,
  occupation_less_than: { variables: ["occupation_less_than"], percentage: true },
  prevent_gap: booking,
  prevent_if_booked_ahead_of: booking,
  prevent_if_booked_less_than: booking,
  stay_at_least: discount,
  stay_shorter_than: discount,
  strict_minimum_price_per_night: { variables: [], percentage: true },
  weekend_night: { variables: ["days"], percentage: true },
};
