import type { Step } from "../../../core/pricing/explanation.ts";
import type { RatesRuleKind } from "../../../core/pricing/rules/rates-rule.ts";
import { isRuleKind, type RuleRecord, ruleWords } from "./rule-words.ts";

/** Rates rules by their ids, as far as they could be read. */
export type RulesById = ReadonlyMap<number, RuleRecord>;

/** Something that a search says of a stay: why it is refused, or what changed its price. */
export type Said = Readonly<Record<string, unknown>>;

/** Why a stay cannot be booked, from what a search answers as one of `refusals`. */
export function refusalWords(refusal: Said, rules: RulesById): string {
  const { kind, nights, guests, night, rates_rule_id: id, ...more } = refusal;
  if (isRuleKind(kind)) return ofRule(kind, id, rules);
  switch (kind) {
    case "nights_taken":
      return "nights of the stay are taken";
    case "preparation_days":
      return "another stay is too near: the rental has to be prepared in between";
    case "minimum_stay":
      return `the minimum stay for this arrival is ${String(nights)} nights`;
    case "sleeps_max":
      return `the rental takes at most ${String(guests)} guests`;
    case "no_rate":
      return `there is no rate for the night of ${String(night)}`;
    case "largest_amount":
      return "the price is larger than can be stored";
    default: {
      // A kind that only a later release knows is shown with all that is said of it.
      const details = Object.entries({ nights, guests, night, ...more }).filter(([, value]) => value !== undefined);
      const list = details.map(([name, value]) => `${name.replaceAll("_", " ")} ${String(value)}`).join(", ");
      return `${String(kind).replaceAll("_", " ")}${list === "" ? "" : ` (${list})`}`;
    }
  }
}

const steps: Readonly<Record<Exclude<Step, RatesRuleKind>, string>> = {
  nightly_rate: "rates of the nights",
  mid_term_rate: "rates of the nights for long stays",
  absolute_min_price: "raised to the rental's minimum price",
  minor_unit: "rounded to the currency's smallest unit",
  special_offer: "special offer",
  price_increase: "price increase of the calling application",
  rounding_kind: "rounded as the rental says",
};

/** What a line of a price is about, from its step and the rule that it names. */
export function lineWords({ step, id }: Said, rules: RulesById): string {
  if (isRuleKind(step)) return ofRule(step, id, rules);
  const known = Object.entries(steps).find(([name]) => name === step);
  return known?.[1] ?? String(step).replaceAll("_", " ");
}

/** A rule that was changed away meanwhile is named by its kind. */
function ofRule(kind: RatesRuleKind, id: unknown, rules: RulesById): string {
  const rule = rules.get(Number(id));
  return rule ? ruleWords(kind, rule) : `the rule ${kind.replaceAll("_", " ")}`;
}
