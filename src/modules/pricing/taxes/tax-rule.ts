import { ClosedSet } from "../../../core/closed-set.ts";
import { id, integer, oneOf, string, timestamps } from "../../../kernel/attribute.ts";
import { owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";

export const comparators = ["==", "!=", "<", "<=", ">", ">="] as const;

/** What a rule can look at: the nights of the stay. */
export const comparedAttributes = ["length_of_stay"] as const;

/**
 * A condition of a tax: it is levied on stays for which all of its rules hold. Read on their own; written with their tax, as the list
 * `tax_rules` in its body, which replaces what was there.
 */
export const taxRule = defineResource("tax_rules", {
  singular: "tax_rule",
  description: "A condition that a stay must meet for a tax to be levied. Written as the list tax_rules of its tax.",
  readScopes: ["public"],
  recorded: { columns: { tax_id: "ruleable_id" } },
  attributes: {
    id: id(),
    compared_attribute: oneOf(comparedAttributes)
      .readOnly()
      .present()
      .description("What is compared: the nights of the stay."),
    comparator: oneOf(comparators).readOnly().present().description("How it is compared with the value."),
    value: string().readOnly().present().description("The number of nights, as digits."),
    ruleable_id: integer().from("tax_rules.tax_id").present().description("The tax."),
    ruleable_type: string()
      .among(new ClosedSet(["Tax"]))
      .from("'Tax'")
      .present()
      .description("What has the rule: always Tax."),
    ...timestamps(),
  },
  relations: { account: owner() },
  deletion: { column: "deleted_at", singleRead: "hidden" },
});
