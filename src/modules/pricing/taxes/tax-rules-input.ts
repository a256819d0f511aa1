import { integer, oneOf } from "../../../kernel/attribute.ts";
import { nestedList } from "../../../kernel/nested.ts";
import type { Draft } from "../../../kernel/write/input/draft.ts";
import { comparators, comparedAttributes, taxRule } from "./tax-rule.ts";

/** Ample for conditions on a single number. */
const maxTaxRules = 20;

const attributes = {
  ...taxRule.attributes,
  compared_attribute: oneOf(comparedAttributes)
    .required()
    .description("The compared value: the length of the stay in nights."),
  comparator: oneOf(comparators).required().description("How the stay is compared with value."),
  value: integer({ min: 1, max: 1096 }).required().description("The number of nights to compare with."),
};

/** The rules in a tax's request body. */
export const taxRulesInput = nestedList(
  { ...taxRule, attributes },
  {
    atMost: maxTaxRules,
    description:
      "The conditions for levying the tax. All must hold; an empty list means always. A write replaces the list.",
  },
);

/** A rule in a write. */
export interface TaxRuleInput {
  readonly comparator: string;
  readonly nights: number;
}

/** The rules in a valid write; undefined if it has no list. */
export function rulesIn(draft: Draft): readonly TaxRuleInput[] | undefined {
  return draft.list(taxRulesInput)?.flatMap(({ draft: rule }) => {
    const [comparator, nights] = [rule.input(attributes.comparator), rule.input(attributes.value)];
    return comparator && nights ? [{ comparator, nights }] : [];
  });
}
