import { boolean, id, timestamps } from "../../../kernel/attribute.ts";
import { one, owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";

/** A tax on a fee, in whichever rental it is charged. */
export const feesTax = defineResource("fees_taxes", {
  singular: "fees_tax",
  description: "A tax on a fee: contained in its rate, or on top of it.",
  readScopes: ["public", "rates_write"],
  attributes: {
    id: id(),
    tax_included_in_rate: boolean()
      .required()
      .description("Whether the fee's rate contains the tax already; otherwise it comes on top."),
    ...timestamps(),
  },
  relations: {
    account: owner(),
    fee: one("fees").present().description("The fee that is taxed."),
    tax: one("taxes").writtenAs("tax_id", "required").present().description("The tax that is levied; once on a fee."),
  },
  deletion: { column: "deleted_at", singleRead: "hidden" },
});
