import type { Messages } from "../kernel/refusal.ts";
import { integerValue } from "../kernel/values/number.ts";
import { isObject } from "../kernel/values/structure.ts";
import { oneOfValue } from "../kernel/values/text.ts";
import { comparators, comparedAttributes } from "./tax-rule.ts";

/** A rule as a write says it. */
export interface GivenTaxRule {
  readonly comparator: string;
  readonly nights: number;
}

/** More conditions than these nobody needs of one number. */
const most = 20;

const comparator = oneOfValue(comparators);
const compared = oneOfValue(comparedAttributes);
const nights = integerValue({ min: 1, max: 1096 });

/** What clients echo of a rule and no write sets. */
const echoed = ["id", "links", "ruleable_id", "ruleable_type", "created_at", "updated_at"];

/**
 * Reads the list `tax_rules` of a tax's body; problems stand under its name, with the number of the element.
 * @returns undefined when the write does not say anything of rules
 */
export function readTaxRules(input: unknown, messages: Messages): readonly GivenTaxRule[] | undefined {
  if (input === undefined) return undefined;
  if (!Array.isArray(input) || input.length > most) {
    messages.add("tax_rules", `must be an array of at most ${most} objects`);
    return undefined;
  }
  const rules: GivenTaxRule[] = [];
  for (const [index, element] of input.entries()) {
    const refuse = (sentence: string): void => messages.add("tax_rules", `element ${index + 1}: ${sentence}`);
    if (!isObject(element)) {
      refuse("must be an object");
      continue;
    }
    for (const name of Object.keys(element)) {
      if (!["comparator", "compared_attribute", "value", ...echoed].includes(name))
        refuse(`${name} is not an attribute of tax_rules`);
    }
    const attribute = compared.accept(element.compared_attribute);
    const how = comparator.accept(element.comparator);
    const value = nights.accept(element.value);
    if ("problem" in attribute) refuse(`compared_attribute ${attribute.problem}`);
    if ("problem" in how) refuse(`comparator ${how.problem}`);
    if ("problem" in value) refuse(`value ${value.problem}`);
    if ("value" in how && "value" in value) rules.push({ comparator: how.value, nights: value.value });
  }
  return rules;
}
