import Type, { type TSchema } from "typebox";
import { currencies } from "../../../core/currencies.ts";
import { date, string, structure } from "../../../kernel/attribute.ts";
import { one, owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";
import { problem } from "../../../kernel/values/value-type.ts";
import { amountDescriptions, amountNames } from "./amount-names.ts";

const amount = (description?: string) =>
  Type.String({ pattern: "^-?\\d+\\.\\d{1,2}$", ...(description === undefined ? {} : { description }) });
const day = (description: string) => Type.String({ format: "date", description });
const count = (description: string) => Type.Integer({ minimum: 0, description });
const currency = () => Type.Enum([...currencies], { type: "string" });
const amounts: Record<string, TSchema> = Object.fromEntries(
  amountNames.map((name) => [name, amount(amountDescriptions[name])]),
);

const line = Type.Object({
  booking_id: Type.Integer({ minimum: 1 }),
  reference: Type.String({ description: "The booking's reference." }),
  status: Type.Enum(["Booked", "Canceled"], { type: "string" }),
  arrival: day("The first night of the stay."),
  departure: day("The day of departure."),
  nights: count("Nights in the month that were stayed: none of a canceled stay."),
  nights_of_stay: count("All nights that were booked, in whatever month."),
  currency: currency(),
  ...amounts,
  revenue_by_night: Type.Array(Type.Object({ night: day("The night."), rental_revenue: amount() })),
});

const total = Type.Object({
  currency: currency(),
  stays: count("Stays with a night in the month, without canceled ones."),
  nights: count("Nights that were stayed."),
  ...amounts,
});

const list = (item: TSchema) =>
  structure<readonly unknown[]>({
    title: "Array",
    schema: Type.Array(item),
    accept: () => problem("is computed"),
    isValue: (candidate): candidate is readonly unknown[] => Array.isArray(candidate),
  })
    .readOnly()
    .present();

/** What a rental brought its owner in a month (conventions.md, Resources beyond the catalogue). Computed with each read. */
export const ownerStatement = defineResource("owner_statements", {
  singular: "owner_statement",
  description:
    "What a rental brought in a month: its stays, the revenue of each night, fees, taxes and commissions, and what the owner gets. Computed with each read; see docs/statements.md.",
  readScopes: ["payments_read", "payments_write"],
  computed: true,
  attributes: {
    month: string().readOnly().present().description("The month, such as 2027-07."),
    first_night: date().readOnly().present().description("The month's first night (UTC)."),
    last_night: date().readOnly().present().description("The month's last night (UTC)."),
    rental_name: string().readOnly().present().description("The rental's name."),
    stays: list(line).description(
      "What has a night in the month, by arrival. Amounts are those of its nights in it: the parts of all months add up to the whole stay.",
    ),
    totals: list(total).description("The sums of the stays, each currency by itself."),
  },
  relations: { account: owner(), rental: one("rentals").present().description("The rental.") },
});
