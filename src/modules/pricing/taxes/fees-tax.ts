import { boolean, id, timestamps } from "../../../kernel/attribute.ts";
import { one, owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";

/** A tax on a fee, in every rental that charges it. */
export const feesTax = defineResource("fees_taxes", {
  singular: "fees_tax",
  description: "A tax on a fee, included in its rate or added to it.",
  readScopes: ["public", "rates_write"],
  attributes: {
    id: id(),
    tax_included_in_rate: boolean()
      .required()
      .description("Whether the fee's rate includes the tax; otherwise the tax is added."),
    ...timestamps(),
  },
  relations: {
    account: owner(),
    fee: one("fees").present().description("The taxed fee."),
    tax: one("taxes").writtenAs("tax_id", "required").present().description("The tax; at most once per fee."),
  },
  deletion: { column: "deleted_at", singleRead: "hidden" },
});
