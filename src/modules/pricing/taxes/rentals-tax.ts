import { boolean, id, timestamps } from "../../../kernel/attribute.ts";
import { one, owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";

/** A tax on the price of one rental. */
export const rentalsTax = defineResource("rentals_taxes", {
  singular: "rentals_tax",
  description: "A tax on the price of a rental: contained in the price, or on top of it.",
  readScopes: ["public", "rentals_write"],
  attributes: {
    id: id(),
    tax_included_in_rate: boolean()
      .required()
      .description("Whether the price contains the tax already; otherwise it comes on top."),
    ...timestamps(),
  },
  relations: {
    account: owner(),
    rental: one("rentals").deletedAlong().present().description("The rental that is taxed."),
    tax: one("taxes")
      .writtenAs("tax_id", "required")
      .present()
      .description("The tax that is levied; once on a rental."),
  },
  deletion: { column: "deleted_at", singleRead: "hidden" },
});
