import { ClosedSet } from "../../../core/closed-set.ts";
import { id, integer, oneOf, string, timestamps } from "../../../kernel/attribute.ts";
import { owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";

export const comparators = ["==", "!=", "<", "<=", ">", ">="] as const;

/** The values that a rule can compare: the stay's nights. */
export const comparedAttributes = ["length_of_stay"] as const;

/**
 * A condition of a tax, which is levied on stays that meet all its rules. Read on its own; written as the list `tax_rules` of its tax,
 * which replaces the previous rules.
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
      .description("The compared value: the length of the stay in nights."),
    comparator: oneOf(comparators).readOnly().present().description("How the stay is compared with value."),
    value: string().readOnly().present().description("The number of nights, as a string of digits."),
    ruleable_id: integer().from("tax_rules.tax_id").present().description("The id of the tax."),
    ruleable_type: string()
      .among(new ClosedSet(["Tax"]))
      .from("'Tax'")
      .present()
      .description("The type of the rule's owner: always Tax."),
    ...timestamps(),
  },
  relations: { account: owner() },
  deletion: { column: "deleted_at", singleRead: "hidden" },
});
