import { formatHundredths, parseHundredths } from "../../../../core/hundredths.ts";
import { invalidParams } from "../../rpc/rpc-error.ts";
import { lineWords, type RulesById } from "../../words/stay-words.ts";
import { answerOf } from "../output-schema.ts";
import { amountText, objectsIn, oneText, readContextOf, type Shown } from "../records/records.ts";
import { priceIn, readRules, reasonsIn, search } from "../search.ts";
import type { Tool } from "../tool.ts";
import { stayAliases, stayIn, stayProperties } from "./stay-arguments.ts";

const fields = [
  ...[
    "id",
    "name",
    "currency",
    "sleeps",
    "sleeps_max",
    "initial_price",
    "final_price",
    "price_to_pay_now",
    "available",
  ],
  ...["price_to_pay_now_with_damage_deposit", "refusals", "price_details"],
];

/** `quote_stay`: the API's search for one rental, with the price explained. */
export const quoteStayTool: Tool = {
  name: "quote_stay",
  title: "Quote a stay",
  description:
    "Quotes a stay in one rental line by line: nights, rules, fees, taxes. Says whether it can be booked, or every reason why not.",
  properties: {
    rental_id: { type: "integer", minimum: 1, description: "The rental." },
    ...stayProperties,
  },
  required: ["rental_id", "arrival", "departure"],
  answer: answerOf({
    stay: "object",
    rental: "object",
    can_be_booked: "flag",
    refused_because: "list",
    price: "maybe",
  }),
  aliases: stayAliases,
  isQuestion: true,
  async run(call) {
    const { args } = call;
    const context = readContextOf(call);
    if (args.get("rental_id") === undefined) throw invalidParams("Invalid params: rental_id is required.");
    const id = args.integer("rental_id", 0, 1);
    const { stay, parameters } = stayIn(args);
    const query = new Map([...parameters, ["include_not_available", "true"], ["fields", fields.join()]]);
    const { records } = await search(context, query, [id]);
    const rules = await readRules(context, records);
    const [record] = records;
    if (!record) throw invalidParams("Invalid params: rental not found in this account.");
    const { name, sleeps, sleeps_max: sleepsMax, available } = record;
    const answer = {
      stay,
      rental: { id, name, sleeps, sleeps_max: sleepsMax },
      can_be_booked: available === true,
      refused_because: reasonsIn(record, rules),
      price: explainedPrice(record, rules),
    };
    return { json: JSON.stringify(answer), rows: 1 };
  },
};

/** The price with its lines. They add up to the rental price; fees and taxes that are not included add up to the final price. */
function explainedPrice(record: Shown, rules: RulesById): Shown | null {
  const price = priceIn(record);
  if (!price) return null;
  const { rental, fees, taxes } = detailsIn(record);
  return {
    ...price,
    to_pay_now_with_damage_deposit: amountText(record.price_to_pay_now_with_damage_deposit),
    rental_price_lines: rental.map((line) => ({
      what: lineWords(line, rules),
      step: line.step,
      id: line.id,
      nights: line.nights,
      amount: line.amount,
    })),
    fees: fees.map((fee) => ({
      name: oneText(fee.name),
      rate_kind: fee.rate_kind,
      price: fee.price,
      quantity: fee.quantity,
      amount: times(fee.price, fee.quantity),
    })),
    taxes: taxes.map((tax) => ({
      name: oneText(tax.name),
      percentage: tax.percentage,
      on: tax.taxable_type,
      amount: tax.amount,
      included_in_price: tax.included,
    })),
  };
}

function detailsIn({ price_details: details }: Shown): Readonly<Record<"rental" | "fees" | "taxes", Shown[]>> {
  const { rental, fees, taxes }: Record<string, unknown> = Object(details);
  return { rental: objectsIn(rental), fees: objectsIn(fees), taxes: objectsIn(taxes) };
}

function times(price: unknown, quantity: unknown): string | null {
  const hundredths = typeof price === "string" ? parseHundredths(price) : undefined;
  return hundredths === undefined ? null : formatHundredths(hundredths * Number(quantity));
}
