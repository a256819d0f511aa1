import { boolean, id, timestamps } from "../kernel/attribute.ts";
import { one } from "../kernel/relation.ts";
import { defineResource } from "../kernel/resource.ts";

/** A tax on the price of one rental. */
export const rentalsTax = defineResource("rentals_taxes", {
  singular: "rentals_tax",
  purpose: "A tax on the price of a rental: contained in the price, or on top of it.",
  readScopes: ["public", "rentals_write"],
  attributes: {
    id: id(),
    tax_included_in_rate: boolean().required(),
    ...timestamps(),
  },
  relations: {
    account: one("accounts"),
    rental: one("rentals"),
    tax: one("taxes").writtenAs("tax_id", "required"),
  },
  deletion: { column: "deleted_at", singleRead: "hidden" },
});
