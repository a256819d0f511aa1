import Type from "typebox";
import { currencies } from "../../../core/currencies.ts";
import { date, string, structure } from "../../../kernel/attribute.ts";
import { owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";
import { problem } from "../../../kernel/values/value-type.ts";
import { amount, count, listOf, nullable } from "./figure-schemas.ts";

const money = Type.Object({
  currency: Type.Enum([...currencies], { type: "string" }),
  revenue: amount("The prices that the parameter revenue selects, by the date that revenue_on selects."),
  average_daily_rate: nullable(amount("Revenue divided by the nights that earn it; null if no night has a price.")),
  revenue_per_available_night: nullable(amount("Revenue divided by open nights; null if there are none.")),
  money_due: amount("The balance due of stays that arrive in the period: final price less payments."),
});

const figures = {
  stays: count("Booked stays that arrive in the period."),
  nights: count("Booked nights in the period, whenever the stay arrives."),
  nights_open: count(
    "The rentals' nights in the period, less those blocked as unavailable. For a channel: the nights of all rentals.",
  ),
  occupancy: nullable(
    Type.Number({ description: "Booked nights as a percentage of open nights; null if no night is open." }),
  ),
  nights_without_price: count("Booked nights without a price, which earn no revenue."),
  money: Type.Array(money, { description: "Amounts per currency." }),
};

const row = Type.Object({
  id: nullable(
    Type.Integer({ description: "The id of the rental or source; null for months and for stays without a source." }),
  ),
  name: nullable(Type.String({ description: "The name of the rental or source, or the month, such as 2027-07." })),
  ...figures,
});

const total = structure<object>({
  title: "Object",
  schema: Type.Object(figures),
  accept: () => problem("is computed"),
  isValue: (candidate): candidate is object => typeof candidate === "object" && candidate !== null,
});

/** Figures of rentals, channels or months in a period (console.md, Screens). Computed on each read. */
export const report = defineResource("reports", {
  singular: "report",
  description:
    "Occupancy, nights, revenue, average daily rate and revenue per available night of a period. Computed on each read; see docs/concepts/reports.md.",
  readScopes: ["bookings_read", "bookings_write"],
  computed: true,
  attributes: {
    from: date().readOnly().present().description("The first night."),
    to: date().readOnly().present().description("The last night."),
    by: string().readOnly().present().description("How the rows are grouped: rental, channel or month."),
    revenue: string()
      .readOnly()
      .present()
      .description("The kind of revenue: rental (without fees and taxes) or total (final prices)."),
    revenue_on: string().readOnly().present().description("The date that revenue counts on."),
    rows: listOf(row).description("In ascending order: rentals and channels by id, months by date."),
    total: total.readOnly().present().description("The figures of all rows together."),
  },
  relations: { account: owner() },
});
