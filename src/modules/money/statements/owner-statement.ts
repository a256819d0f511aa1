import Type, { type TSchema } from "typebox";
import { currencies } from "../../../core/currencies.ts";
import { date, string, structure, time } from "../../../kernel/attribute.ts";
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
  nights: count("Nights stayed in the month; 0 for a canceled stay."),
  nights_of_stay: count("All booked nights of the stay, in any month."),
  currency: currency(),
  ...amounts,
  revenue_by_night: Type.Array(Type.Object({ night: day("The night."), rental_revenue: amount() })),
});

const total = Type.Object({
  currency: currency(),
  stays: count("Stays with a night in the month, excluding canceled ones."),
  nights: count("Nights stayed."),
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

/** A rental's earnings in a month (conventions.md, Resources beyond the catalogue). Computed on each read. */
export const ownerStatement = defineResource("owner_statements", {
  singular: "owner_statement",
  description:
    "A rental's earnings in a month: stays, revenue by night, fees, taxes, commissions and the owner's share. Computed on each read; see docs/concepts/statements.md.",
  readScopes: ["payments_read", "payments_write"],
  computed: true,
  attributes: {
    month: string().readOnly().present().description("The month, such as 2027-07."),
    first_night: date().readOnly().present().description("The month's first night (UTC)."),
    last_night: date().readOnly().present().description("The month's last night (UTC)."),
    rental_name: string().readOnly().present().description("The rental's name."),
    mailed_at: time()
      .readOnly()
      .description("When it was last e-mailed to the rental's owner; null if it was not, or if the e-mail failed."),
    stays: list(line).description(
      "Stays with a night in the month, by arrival. Amounts cover the nights in this month; the parts of all months add up to the whole stay.",
    ),
    totals: list(total).description("The sums of the stays per currency."),
  },
  relations: { account: owner(), rental: one("rentals").present().description("The rental.") },
});
