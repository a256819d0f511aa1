import Type, { type TSchema } from "typebox";
import { currencies } from "../../../core/currencies.ts";
import { date, string, structure } from "../../../kernel/attribute.ts";
import { owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";
import { problem } from "../../../kernel/values/value-type.ts";

const amount = (description: string) => Type.String({ pattern: "^-?\\d+\\.\\d{1,2}$", description });
const nullable = (schema: TSchema) => Type.Union([schema, Type.Null()]);
const count = (description: string) => Type.Integer({ description });

const money = Type.Object({
  currency: Type.Enum([...currencies], { type: "string" }),
  revenue: amount("Final prices (rental, fees, taxes), by the date that is asked for."),
  average_daily_rate: nullable(amount("Revenue by the nights that bring it; null where none has a price.")),
  revenue_per_available_night: nullable(amount("Revenue by the nights that are open; null where none is.")),
  money_due: amount("Final price less what was paid, of the stays that arrive in the period."),
});

const figures = {
  stays: count("Booked stays that arrive in the period."),
  nights: count("Booked nights in the period, whenever their stays arrive."),
  nights_open: count(
    "Nights of the rentals in the period, less those blocked as unavailable; of a channel, of all rentals.",
  ),
  occupancy: nullable(Type.Number({ description: "Nights by nights open, per cent; null where none is open." })),
  nights_without_price: count("Booked nights that have no price, and bring no revenue."),
  money: Type.Array(money, { description: "Each currency by itself." }),
};

const row = Type.Object({
  id: nullable(Type.Integer({ description: "The rental's or source's; null for months and stays without a source." })),
  name: nullable(Type.String({ description: "The rental's or source's name, or the month, such as 2027-07." })),
  ...figures,
});

const list = structure<readonly unknown[]>({
  title: "Array",
  schema: Type.Array(row),
  accept: () => problem("is computed"),
  isValue: (candidate): candidate is readonly unknown[] => Array.isArray(candidate),
});
const total = structure<object>({
  title: "Object",
  schema: Type.Object(figures),
  accept: () => problem("is computed"),
  isValue: (candidate): candidate is object => typeof candidate === "object" && candidate !== null,
});

/** What rentals, channels or months come to in a period (console.md, Screens). Computed with each read. */
export const report = defineResource("reports", {
  singular: "report",
  description:
    "Occupancy, nights, revenue, average daily rate and revenue per available night of a period. Computed with each read; see docs/reports.md.",
  readScopes: ["bookings_read", "bookings_write"],
  computed: true,
  attributes: {
    from: date().readOnly().present().description("The first night (UTC)."),
    to: date().readOnly().present().description("The last night (UTC)."),
    by: string().readOnly().present().description("What the rows are: rental, channel or month."),
    revenue_on: string().readOnly().present().description("The date by which revenue is counted."),
    rows: list.readOnly().present().description("Ascending: rentals and channels by id, months in their order."),
    total: total.readOnly().present().description("The same of all rows together."),
  },
  relations: { account: owner() },
});
