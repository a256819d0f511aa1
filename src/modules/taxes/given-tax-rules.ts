import { integer, oneOf } from "../../kernel/attribute.ts";
import { nestedList } from "../../kernel/nested.ts";
import { comparators, comparedAttributes } from "./tax-rule.ts";

/** More conditions than these nobody needs of one number. */
export const mostTaxRules = 20;

/** A rule as the body of its tax says it. */
export const givenTaxRule = {
  compared_attribute: oneOf(comparedAttributes).required().description("What is compared: the nights of the stay."),
  comparator: oneOf(comparators).required().description("How it is compared with the value."),
  value: integer({ min: 1, max: 1096 }).required().description("The number of nights to compare with."),
};

export const givenTaxRules = nestedList(
  { attributes: givenTaxRule },
  {
    atMost: mostTaxRules,
    description:
      "The conditions under which the tax is levied: all of them must hold; none means always. The list replaces the rules that the tax had.",
  },
);
