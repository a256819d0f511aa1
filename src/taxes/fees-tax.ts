import { boolean, id, timestamps } from "../kernel/attribute.ts";
import { one } from "../kernel/relation.ts";
import { defineResource } from "../kernel/resource.ts";

/** A tax on a fee, in whichever rental it is charged. */
export const feesTax = defineResource("fees_taxes", {
  singular: "fees_tax",
  purpose: "A tax on a fee: contained in its rate, or on top of it.",
  readScopes: ["public", "rates_write"],
  attributes: {
    id: id(),
    tax_included_in_rate: boolean().required(),
    ...timestamps(),
  },
  relations: {
    account: one("accounts"),
    fee: one("fees"),
    tax: one("taxes").writtenAs("tax_id", "required"),
  },
  deletion: { column: "deleted_at", singleRead: "hidden" },
});
