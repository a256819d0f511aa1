import { textOf, todayHere } from "../../components/days.ts";
import type { WhenDraft } from "../../components/records/when-fields.tsx";
import type { Rule } from "./rules.ts";

export type RuleKind = Rule["kind"];
export type Unit = "days" | "months" | "years";
export const units: readonly Unit[] = ["days", "months", "years"];

/** The fields that a kind needs, apart from when it applies (pricing.md §3). */
type Need = "days" | "length" | "percentage" | "amount" | "above" | "below" | "period";

export const needs: Readonly<Record<RuleKind, readonly Need[]>> = {
  prevent_if_booked_less_than: ["length"],
  prevent_if_booked_ahead_of: ["length"],
  prevent_gap: ["length"],
  arrival_only: ["days"],
  departure_only: ["days"],
  full_period_only: ["period"],
  stay_at_least: ["length", "percentage"],
  stay_shorter_than: ["length", "percentage"],
  early_booking: ["length", "percentage"],
  late_booking: ["length", "percentage"],
  weekend_night: ["days", "percentage"],
  occupation_less_than: ["below", "percentage"],
  additional_person_fixed_per_night: ["above", "amount"],
  charge_at_least: ["length"],
  charge_at_least_if_available: ["length"],
  charge_at_least_full_period: ["period"],
  strict_minimum_price_per_night: ["percentage"],
};

/** In display order: rules that refuse stays come first. */
export const ruleKinds: readonly RuleKind[] = [
  ...(["prevent_if_booked_less_than", "prevent_if_booked_ahead_of", "prevent_gap", "arrival_only"] as const),
  ...(["departure_only", "full_period_only", "stay_at_least", "stay_shorter_than", "early_booking"] as const),
  ...(["late_booking", "weekend_night", "occupation_less_than", "additional_person_fixed_per_night"] as const),
  ...(["charge_at_least", "charge_at_least_if_available", "charge_at_least_full_period"] as const),
  "strict_minimum_price_per_night",
];

/** A rule in the form. */
export interface RuleDraft extends WhenDraft {
  readonly kind: RuleKind;
  readonly days: readonly number[];
  readonly length: number;
  readonly unit: Unit;
  /** As it is typed: the number 12 would replace an unfinished `12.0`. */
  readonly percentage: number | string;
  readonly amount: number | string;
  readonly guests: number;
}

/** The rule's values, or common defaults for a new one. */
export function draftOf(rule: Rule | undefined): RuleDraft {
  const { days = [5, 6], length = 1, unit = "days", ...guests } = rule?.variables ?? {};
  const today = textOf(todayHere());
  return {
    ...{ kind: rule?.kind ?? "prevent_if_booked_less_than", days, length, unit },
    percentage: Number(rule?.percentage ?? -10),
    amount: Number(rule?.fixed_amount ?? 10),
    guests: guests.occupation_greater_than ?? guests.occupation_less_than ?? 2,
    when: !rule || rule.always_applied ? "always" : rule.start_date === null ? "seasons" : "dates",
    seasons: rule?.links.seasons ?? [],
    from: rule?.start_date ?? today,
    to: rule?.end_date ?? today,
  };
}

/** The rule's period or seasons. Some kinds always need a period. */
export const timeOf = ({ kind, when }: RuleDraft): RuleDraft["when"] =>
  needs[kind].includes("period") ? "dates" : when;

/** The attributes to send. @param rule the rule to change; it keeps variables that the kind does not need */
export function attributesOf(draft: RuleDraft, rule: Rule | undefined) {
  const { kind, days, length, unit, percentage, amount, guests, seasons, from, to } = draft;
  const required = needs[kind];
  const when = timeOf(draft);
  return {
    kind,
    variables: {
      ...rule?.variables,
      ...(required.includes("days") && { days: [...days] }),
      ...(required.includes("length") && { length, unit }),
      ...(required.includes("below") && { occupation_less_than: guests }),
      ...(required.includes("above") && { occupation_greater_than: guests }),
    },
    percentage: required.includes("percentage") ? String(percentage) : null,
    fixed_amount: required.includes("amount") ? String(amount) : null,
    always_applied: when === "always",
    season_ids: when === "seasons" ? [...seasons] : [],
    start_date: when === "dates" ? from : null,
    end_date: when === "dates" ? to : null,
  };
}
