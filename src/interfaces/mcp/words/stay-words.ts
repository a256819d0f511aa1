import type { Step } from "../../../core/pricing/explanation.ts";
import type { RatesRuleKind } from "../../../core/pricing/rules/rates-rule.ts";
import { isRuleKind, type RuleRecord, ruleWords } from "./rule-words.ts";

/** The readable rates rules, by id. */
export type RulesById = ReadonlyMap<number, RuleRecord>;

/** A refusal or a price line in a search result. */
export type SearchDetail = Readonly<Record<string, unknown>>;

/** Describes one of a search's `refusals`. */
export function refusalWords(refusal: SearchDetail, rules: RulesById): string {
  const { kind, nights, guests, night, rates_rule_id: id, ...more } = refusal;
  if (isRuleKind(kind)) return ofRule(kind, id, rules);
  switch (kind) {
    case "nights_taken":
      return "some nights are already booked";
    case "preparation_days":
      return "too close to another stay: preparation days are required in between";
    case "minimum_stay":
      return `the minimum stay for this arrival is ${String(nights)} nights`;
    case "closed_to_arrival":
      return "the arrival day is closed to arrivals";
    case "closed_to_departure":
      return "the departure day is closed to departures";
    case "sleeps_max":
      return `the rental takes at most ${String(guests)} guests`;
    case "no_rate":
      return `no rate for the night of ${String(night)}`;
    case "largest_amount":
      return "the price exceeds the largest storable amount";
    default: {
      // A kind of a later release: show all its details.
      const details = Object.entries({ nights, guests, night, ...more }).filter(([, value]) => value !== undefined);
      const list = details.map(([name, value]) => `${name.replaceAll("_", " ")} ${String(value)}`).join(", ");
      return `${String(kind).replaceAll("_", " ")}${list === "" ? "" : ` (${list})`}`;
    }
  }
}

const steps: Readonly<Record<Exclude<Step, RatesRuleKind>, string>> = {
  nightly_rate: "nightly rates",
  mid_term_rate: "nightly rates for long stays",
  absolute_min_price: "raised to the rental's minimum price",
  minor_unit: "rounded to the currency's smallest unit",
  special_offer: "special offer",
  price_increase: "price increase of the calling application",
  rounding_kind: "rounded by the rental's rounding rule",
};

/** Describes a price line by its step and rule. */
export function lineWords({ step, id }: SearchDetail, rules: RulesById): string {
  if (isRuleKind(step)) return ofRule(step, id, rules);
  const entry = Object.entries(steps).find(([name]) => name === step);
  return entry?.[1] ?? String(step).replaceAll("_", " ");
}

/** A rule that no longer exists is named by its kind. */
function ofRule(kind: RatesRuleKind, id: unknown, rules: RulesById): string {
  const rule = rules.get(Number(id));
  return rule ? ruleWords(kind, rule) : `the rule ${kind.replaceAll("_", " ")}`;
}
