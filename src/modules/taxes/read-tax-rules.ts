import type { ValidationErrors } from "../../kernel/errors.ts";
import { isObject } from "../../kernel/values/structure.ts";
import { givenTaxRule, mostTaxRules as most } from "./given-tax-rules.ts";

/** A rule as a write says it. */
export interface GivenTaxRule {
  readonly comparator: string;
  readonly nights: number;
}

const { compared_attribute: compared, comparator, value: nights } = givenTaxRule;

/** What clients echo of a rule and no write sets. */
const echoed = ["id", "links", "ruleable_id", "ruleable_type", "created_at", "updated_at"];

/**
 * Reads the list `tax_rules` of a tax's body; problems stand under its name, with the number of the element.
 * @returns undefined when the write does not say anything of rules
 */
export function readTaxRules(input: unknown, errors: ValidationErrors): readonly GivenTaxRule[] | undefined {
  if (input === undefined) return undefined;
  if (!Array.isArray(input) || input.length > most) {
    errors.add("tax_rules", `must be an array of at most ${most} objects`);
    return undefined;
  }
  const rules: GivenTaxRule[] = [];
  for (const [index, element] of input.entries()) {
    const refuse = (sentence: string): void => errors.add("tax_rules", `element ${index + 1}: ${sentence}`);
    if (!isObject(element)) {
      refuse("must be an object");
      continue;
    }
    for (const name of Object.keys(element)) {
      if (!["comparator", "compared_attribute", "value", ...echoed].includes(name))
        refuse(`${name} is not an attribute of tax_rules`);
    }
    const attribute = compared.type.accept(element.compared_attribute);
    const how = comparator.type.accept(element.comparator);
    const value = nights.type.accept(element.value);
    if ("problem" in attribute) refuse(`compared_attribute ${attribute.problem}`);
    if ("problem" in how) refuse(`comparator ${how.problem}`);
    if ("problem" in value) refuse(`value ${value.problem}`);
    if ("value" in how && "value" in value) rules.push({ comparator: how.value, nights: value.value });
  }
  return rules;
}
