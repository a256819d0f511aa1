import { boolean, decimal, id, integer, oneOf, timestamps, translated } from "../../../../kernel/attribute.ts";
import { one, oneOfSeveral, owner } from "../../../../kernel/relation.ts";
import { defineResource } from "../../../../kernel/resource.ts";
import { belongsToOwn } from "../../../property/occupancy/held-nights.ts";

/** A tax on a booking: on its rental price, or on one of its fees. Written with a booking's creation, read here. */
export const bookingsTax = defineResource("bookings_taxes", {
  singular: "bookings_tax",
  description: "A tax on a booking's rental price or on one of its fees.",
  readScopes: ["bookings_read", "bookings_write", "bookings_write_owned"],
  attributes: {
    id: id(),
    name: translated().readOnly().description("What guests read on their bill."),
    tax_included_in_price: boolean()
      .readOnly()
      .present()
      .description("Whether the price of what is taxed contains it; otherwise it comes on top; false when not filled."),
    percentage: decimal().readOnly().present().description("Percent of what is taxed."),
    amount: decimal().readOnly().present().description("What it comes to, in the booking's currency."),
    ...timestamps(),
  },
  relations: {
    account: owner(),
    booking: one("bookings").present().description("The booking that has it."),
    tax: one("taxes").description("The tax that it comes from; null for one that stands alone."),
    taxable: oneOfSeveral({ Rental: "rentals", Fee: "fees" }).description("What is taxed: the rental, or a fee."),
  },
  ownership: { scope: "bookings_write_owned", fullReaders: ["bookings_read"], ownRows: belongsToOwn("bookings_taxes") },
  deletion: { column: "canceled_at", singleRead: "hidden" },
  counted: {},
});

/** A tax as a booking's creation gives it: the sample payloads say `included`, where the record says `tax_included_in_price`. */
export const givenTax = defineResource("bookings_taxes", {
  singular: "given_tax",
  table: "bookings_taxes",
  description: "A tax in the body of a booking's creation.",
  readScopes: ["bookings_write", "bookings_write_owned"],
  attributes: {
    id: id(),
    name: translated()
      .persistedByOperation()
      .description("What guests read on their bill; taken from the tax when not filled."),
    percentage: decimal({ min: 0, max: 9_999_999 })
      .persistedByOperation()
      .description("Percent of what is taxed, for information; taken from the tax when not filled."),
    amount: decimal({ min: 0 }).required().description("What it comes to, in the booking's currency."),
    tax_included_in_price: boolean()
      .persistedByOperation()
      .description("The same as included, as the record calls it."),
    included: boolean()
      .inputOnly()
      .description("Whether the price of what is taxed contains it; otherwise it comes on top."),
    taxable_type: oneOf(["Rental", "Fee"]).inputOnly().description("What is taxed; the rental unless told."),
    taxable_id: integer({ min: 1, max: Number.MAX_SAFE_INTEGER })
      .inputOnly()
      .description("The id of the booking's rental, or of a fee of the account."),
    ...timestamps(),
  },
  relations: {
    tax: one("taxes").writtenAs("tax_id").description("The tax that it comes from; null for one that stands alone."),
  },
});
