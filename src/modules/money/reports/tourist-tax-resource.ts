import Type from "typebox";
import { currencies } from "../../../core/currencies.ts";
import { date } from "../../../kernel/attribute.ts";
import { owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";
import { amount, count, listOf, nullable } from "./figure-schemas.ts";

const row = Type.Object({
  municipality: nullable(Type.String({ description: "The city of the rentals; null where they name none." })),
  month: Type.String({ description: "The month of arrival, such as 2027-07." }),
  currency: Type.Enum([...currencies], { type: "string" }),
  stays: count("Booked stays with a tourist tax that arrive in the month."),
  nights: count("Their nights."),
  adults: count("Their adults."),
  children: count("Their children."),
  adult_nights: count("Adults multiplied by the nights of their stays."),
  amount: amount("The tourist tax."),
});

/** Tourist taxes by municipality and month (console.md, Screens). Computed on each read. */
export const touristTaxReport = defineResource("tourist_tax_reports", {
  singular: "tourist_tax_report",
  description:
    "Tourist taxes by municipality and month of arrival: fees of the kinds city_tax, tourism and municipality, and taxes of the kinds city, spa, hot_spring and local_council. Computed on each read.",
  readScopes: ["bookings_read", "bookings_write"],
  computed: true,
  attributes: {
    from: date().readOnly().present().description("The first day of arrival."),
    to: date().readOnly().present().description("The last day of arrival."),
    rows: listOf(row).description("By municipality and month, ascending."),
  },
  relations: { account: owner() },
});
