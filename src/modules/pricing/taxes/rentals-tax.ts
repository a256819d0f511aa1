import { boolean, id, timestamps } from "../../../kernel/attribute.ts";
import { one, owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";

/** A tax on the price of one rental. */
export const rentalsTax = defineResource("rentals_taxes", {
  singular: "rentals_tax",
  description: "A tax on a rental's price, included in the price or added to it.",
  readScopes: ["public", "rentals_write"],
  attributes: {
    id: id(),
    tax_included_in_rate: boolean()
      .required()
      .description("Whether the price includes the tax; otherwise the tax is added."),
    ...timestamps(),
  },
  relations: {
    account: owner(),
    rental: one("rentals").deletedAlong().present().description("The taxed rental."),
    tax: one("taxes").writtenAs("tax_id", "required").present().description("The tax; at most once per rental."),
  },
  deletion: { column: "deleted_at", singleRead: "hidden" },
});
