import {
  boolean,
  decimal,
  id,
  integer,
  money,
  oneOf,
  percentage,
  timestamps,
  translated,
} from "../../../../kernel/attribute.ts";
import { currencyOfParent } from "../../../../kernel/currency-source.ts";
import { one, oneOfSeveral, owner } from "../../../../kernel/relation.ts";
import { defineResource } from "../../../../kernel/resource.ts";
import { belongsToOwn } from "../../../property/occupancy/held-nights.ts";

/** A tax on a booking's rental price or on one of its fees. Only a booking's creation writes it. */
export const bookingsTax = defineResource("bookings_taxes", {
  singular: "bookings_tax",
  description: "A tax on a booking's rental price or on one of its fees.",
  readScopes: ["bookings_read", "bookings_write", "bookings_write_owned"],
  attributes: {
    id: id(),
    name: translated().readOnly().description("Its name on the guest's bill."),
    tax_included_in_price: boolean()
      .readOnly()
      .present()
      .description("Whether the taxed price contains it; otherwise it is added. Defaults to false."),
    percentage: decimal().readOnly().present().description("Percentage of the taxed amount."),
    amount: decimal().readOnly().present().description("Its amount in the booking's currency."),
    ...timestamps(),
  },
  relations: {
    account: owner(),
    booking: one("bookings").present().description("Its booking."),
    tax: one("taxes").description("The tax it comes from; null if standalone."),
    taxable: oneOfSeveral({ Rental: "rentals", Fee: "fees" }).description("The taxed rental or fee."),
  },
  ownership: { scope: "bookings_write_owned", fullReaders: ["bookings_read"], ownRows: belongsToOwn("bookings_taxes") },
  deletion: { column: "canceled_at", singleRead: "hidden" },
  counted: {},
});

/** A tax in a booking's creation. Sample payloads use `included` for the record's `tax_included_in_price`. */
export const inputTax = defineResource("bookings_taxes", {
  singular: "given_tax",
  table: "bookings_taxes",
  description: "A tax in the body of a booking's creation.",
  readScopes: ["bookings_write", "bookings_write_owned"],
  attributes: {
    id: id(),
    name: translated().persistedByOperation().description("Its name on the guest's bill. Defaults to the tax's name."),
    percentage: percentage({ min: 0, max: 9_999_999 })
      .persistedByOperation()
      .description("Percentage of the taxed amount, for information. Defaults to the tax's percentage."),
    amount: money({ min: 0 }).required().description("Its amount in the booking's currency."),
    tax_included_in_price: boolean().persistedByOperation().description("An alias of included, as in the record."),
    included: boolean().inputOnly().description("Whether the taxed price contains it; otherwise it is added."),
    taxable_type: oneOf(["Rental", "Fee"]).inputOnly().description("The type of the taxed record. Defaults to Rental."),
    taxable_id: integer({ min: 1, max: Number.MAX_SAFE_INTEGER })
      .inputOnly()
      .description("The id of the booking's rental or of one of the account's fees."),
    ...timestamps(),
  },
  relations: {
    tax: one("taxes").writtenAs("tax_id").description("The tax it comes from; null if standalone."),
  },
  currency: currencyOfParent("bookings", "booking_id"),
});
