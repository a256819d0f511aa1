import { integer, oneOf } from "../../../kernel/attribute.ts";
import { nestedList } from "../../../kernel/nested.ts";
import type { Draft } from "../../../kernel/write/input/draft.ts";
import { comparators, comparedAttributes, taxRule } from "./tax-rule.ts";

/** More conditions than these nobody needs of one number. */
const mostTaxRules = 20;

const attributes = {
  ...taxRule.attributes,
  compared_attribute: oneOf(comparedAttributes).required().description("What is compared: the nights of the stay."),
  comparator: oneOf(comparators).required().description("How it is compared with the value."),
  value: integer({ min: 1, max: 1096 }).required().description("The number of nights to compare with."),
};

/** The rules in the body of their tax. */
export const givenTaxRules = nestedList(
  { ...taxRule, attributes },
  {
    atMost: mostTaxRules,
    description:
      "The conditions under which the tax is levied: all of them must hold; none means always. The list replaces the rules that the tax had.",
  },
);

/** A rule as a write says it. */
export interface GivenTaxRule {
  readonly comparator: string;
  readonly nights: number;
}

/** The rules that a write names; undefined when it does not say anything of rules. To be asked when nothing is wrong with it. */
export function rulesIn(draft: Draft): readonly GivenTaxRule[] | undefined {
  return draft.list(givenTaxRules)?.flatMap(({ draft: rule }) => {
    const [comparator, nights] = [rule.given(attributes.comparator), rule.given(attributes.value)];
    return comparator && nights ? [{ comparator, nights }] : [];
  });
}
