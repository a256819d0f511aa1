import type { Applicability } from "../../../../core/pricing/applicability.ts";
import type { RatesRule, RatesRuleKind } from "../../../../core/pricing/rules/rates-rule.ts";
import type { Duration } from "../../../../core/pricing/stay/duration.ts";
import type { RuleVariables } from "../rule-variables.ts";

/** A stored rates rule; percentages in basis points, amounts in hundredths. */
export interface StoredRule {
  readonly id: number;
  readonly kind: RatesRuleKind;
  readonly percentage: number | null;
  readonly fixed_amount: number | null;
  readonly variables: RuleVariables | null;
}

/** Converts a stored rule for a rate book. `checkRatesRule` guarantees the variables of its kind. */
export function ruleOf(stored: StoredRule, applies: Applicability): RatesRule {
  const { id, kind } = stored;
  const variables = stored.variables ?? {};
  const base = { id, applies };
  const percentage = stored.percentage ?? 0;
  const duration = (): Duration => ({ length: variables.length ?? 1, unit: variables.unit ?? "days" });
  switch (kind) {
    case "additional_person_fixed_per_night":
      return {
        ...base,
        kind,
        occupationGreaterThan: variables.occupation_greater_than ?? 0,
        fixedAmount: stored.fixed_amount ?? 0,
      };
    case "arrival_only":
    case "departure_only":
      return { ...base, kind, days: variables.days ?? [] };
    case "weekend_night":
      return { ...base, kind, days: variables.days ?? [], percentage };
    case "occupation_less_than":
      return { ...base, kind, occupationLessThan: variables.occupation_less_than ?? 0, percentage };
    case "strict_minimum_price_per_night":
      return { ...base, kind, percentage };
    case "early_booking":
    case "late_booking":
    case "stay_at_least":
    case "stay_shorter_than":
      return { ...base, kind, ...duration(), percentage };
    case "charge_at_least":
    case "charge_at_least_if_available":
    case "prevent_if_booked_ahead_of":
    case "prevent_if_booked_less_than":
      return { ...base, kind, ...duration() };
    case "charge_at_least_full_period":
    case "full_period_only":
      return { ...base, kind };
    case "prevent_gap":
      return { ...base, kind, ...duration(), until: untilOf(variables) };
  }
}

function untilOf({ until_length: length, until_unit: unit }: RuleVariables): Duration | null {
  return length === undefined || unit === undefined ? null : { length, unit };
}
