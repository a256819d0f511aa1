import Type from "typebox";
import { currencies } from "../../../core/currencies.ts";
import { date, string } from "../../../kernel/attribute.ts";
import { owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";
import { amount, count, listOf, nullable } from "./figure-schemas.ts";

const row = Type.Object({
  month: Type.String({ description: "The month of the nights, such as 2027-07." }),
  week: Type.String({ format: "date", description: "The Monday of the week of booking." }),
  currency: Type.Enum([...currencies], { type: "string" }),
  bookings: count("Stays with a night in the month that were booked in the week."),
  nights: count("Their nights in the month."),
  revenue: amount("The revenue of these nights."),
  average_daily_rate: nullable(amount("Revenue divided by the nights that earn it; null if no night has a price.")),
});

/** Bookings by month of stay and week of booking (console.md, Screens). Computed on each read. */
export const pickUpReport = defineResource("pick_up_reports", {
  singular: "pick_up_report",
  description: "Pick-up: the bookings made in each week, by month of stay. Computed on each read.",
  readScopes: ["bookings_read", "bookings_write"],
  computed: true,
  attributes: {
    from: date().readOnly().present().description("The first night."),
    to: date().readOnly().present().description("The last night."),
    booked_from: date().readOnly().present().description("The first day of booking."),
    booked_to: date().readOnly().present().description("The last day of booking."),
    revenue: string()
      .readOnly()
      .present()
      .description("The kind of revenue: rental (without fees and taxes) or total (final prices)."),
    rows: listOf(row).description("By month and week, ascending. Weeks without a booking are absent."),
  },
  relations: { account: owner() },
});
