import Type from "typebox";
import { currencies } from "../../../core/currencies.ts";
import { id, integer, oneOf, string, time, timestamps } from "../../../kernel/attribute.ts";
import { one, owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";
import { idList, textParameter } from "../../../kernel/search.ts";
import { cents, importedList, rowsOf } from "./imported-list.ts";
import { lineKinds } from "./line-kinds.ts";

const optionalId = (description: string) => Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], { description });

const line = Type.Object({
  booking_id: optionalId("The booking that was paid for; null for what is about none."),
  payment_id: optionalId("The payment that was collected; null for what is about none."),
  kind: Type.Enum([...lineKinds], { type: "string", description: "What the line is about." }),
  gross_in_cents: cents("What was collected, or given back."),
  fee_in_cents: cents("What the gateway keeps of it."),
  net_in_cents: cents("What it adds to the payout: gross_in_cents - fee_in_cents."),
});

/** Money that a payment gateway paid out to the account (service.md, Payouts). Only an import makes one. */
export const payout = defineResource("payouts", {
  singular: "payout",
  description:
    "What a payment gateway paid out: the payments that it collected, and the fee that it kept of each. The lines add up to the payout.",
  readScopes: ["payouts_read"],
  // Service.md, Limits: each has up to a thousand lines.
  maxPerPage: 1,
  attributes: {
    id: id(),
    reference: string().readOnly().present().description("What the gateway calls the payout."),
    amount_in_cents: integer()
      .readOnly()
      .present()
      .description("What was paid out, in minor units of the currency: the sum of net_in_cents of the lines."),
    currency: oneOf(currencies).readOnly().present().description("The currency of all amounts."),
    paid_at: time().readOnly().present().description("When it was paid out."),
    related_channel_payout_references: importedList(
      Type.String(),
      "to_json(payouts.related_channel_payout_references)",
    ).description("The references of the channel payouts whose money is in it."),
    lines: importedList(
      line,
      rowsOf("payout_lines", "payouts", "payout_id", [
        "booking_id",
        "payment_id",
        "kind",
        "gross_in_cents",
        "fee_in_cents",
        "net_in_cents",
      ]),
    ).description("What it is made of."),
    ...timestamps(),
  },
  relations: {
    account: owner(),
    payment_gateway: one("payment_gateways").present().description("The payment gateway that paid."),
  },
  counted: {},
  search: {
    payment_gateway_id: idList({
      condition: "payouts.payment_gateway_id = any(:payment_gateway_id)",
      required: true,
      description: "Comma list of ids of payment gateways.",
    }),
    reference: textParameter({ condition: "payouts.reference = :reference", description: "The payout's reference." }),
  },
});
