import type { RatesRuleKind } from "../../../../core/pricing/rules/rates-rule.ts";
import type { ValidationErrors } from "../../../../kernel/errors.ts";
import type { Draft } from "../../../../kernel/write/input/draft.ts";
import { type Applicability, type Applying, applicabilityOf } from "../applicability.ts";
import { ratesRule } from "../rates-rule.ts";
import { needsOf } from "../rates-rule-kinds.ts";
import { maxDuration, type RuleVariables } from "../rule-variables.ts";

const { attributes, relations } = ratesRule;

export const applyingOfRule: Applying = {
  always: attributes.always_applied,
  start: attributes.start_date,
  end: attributes.end_date,
  seasons: relations.seasons.written?.attribute,
  oneDay: true,
};

/**
 * Checks that a rule has the attributes its kind requires (enums.yaml, rates_rule_kinds) and applies in exactly one way.
 * Other attributes are stored without effect.
 * @returns when the rule applies; undefined if `errors` has the reason
 */
export function checkRatesRule(draft: Draft, errors: ValidationErrors): Applicability | undefined {
  const applicability = applicabilityOf(draft, applyingOfRule, errors);
  const kind = draft.value(attributes.kind);
  if (!kind) return applicability;
  const needs = needsOf[kind];
  if (needs.percentage) requireNumber(draft.value(attributes.percentage), "percentage", kind, errors);
  if (needs.fixedAmount) requireNumber(draft.value(attributes.fixed_amount), "fixed_amount", kind, errors);
  if (!errors.has("variables")) checkVariables(draft.value(attributes.variables) ?? {}, kind, errors);
  if (needs.fixedPeriod && applicability && applicability.when !== "dates") {
    const used = applicability.when === "always" ? "always_applied" : "season_ids";
    errors.add(used, `cannot be used for ${kind}, which requires start_date and end_date`);
  }
  return applicability;
}

function checkVariables(variables: RuleVariables, kind: RatesRuleKind, errors: ValidationErrors): void {
  for (const name of needsOf[kind].variables) {
    if (variables[name] === undefined) errors.add("variables", `${name} can't be blank for ${kind}`);
  }
  checkDuration("length", variables.length, variables.unit, errors);
  checkDuration("until_length", variables.until_length, variables.until_unit, errors);
  if ((variables.until_length === undefined) !== (variables.until_unit === undefined)) {
    errors.add("variables", "until_length and until_unit must be used together");
  }
}

function checkDuration(
  name: string,
  length: number | undefined,
  unit: RuleVariables["unit"],
  errors: ValidationErrors,
): void {
  if (length === undefined || unit === undefined || length <= maxDuration[unit]) return;
  errors.add("variables", `${name} must be less than or equal to ${maxDuration[unit]} ${unit}`);
}

function requireNumber(
  value: number | null | undefined,
  name: string,
  kind: RatesRuleKind,
  errors: ValidationErrors,
): void {
  if (typeof value !== "number" && !errors.has(name)) errors.add(name, `can't be blank for ${kind}`);
}
