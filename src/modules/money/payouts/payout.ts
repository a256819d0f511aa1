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
  booking_id: optionalId("The booking that was paid for; null if the line concerns none."),
  payment_id: optionalId("The payment that was collected; null if the line concerns none."),
  kind: Type.Enum([...lineKinds], { type: "string", description: "The kind of line." }),
  gross_in_cents: cents("The amount collected, or refunded."),
  fee_in_cents: cents("The gateway's fee."),
  net_in_cents: cents("The line's contribution to the payout: gross_in_cents - fee_in_cents."),
});

/** Money that a payment gateway paid out to the account (service.md, Payouts). Only imports create one. */
export const payout = defineResource("payouts", {
  singular: "payout",
  description:
    "A transfer from a payment gateway: the payments it collected and the fee for each. The lines add up to the payout.",
  readScopes: ["payouts_read"],
  // A payout has up to 1,000 lines (service.md, Limits).
  maxPerPage: 1,
  attributes: {
    id: id(),
    reference: string().readOnly().present().description("The gateway's reference for the payout."),
    amount_in_cents: integer()
      .readOnly()
      .present()
      .description("The amount paid out, in minor units of the currency: the sum of the lines' net_in_cents."),
    currency: oneOf(currencies).readOnly().present().description("The currency of all amounts."),
    paid_at: time().readOnly().present().description("When the money was paid out."),
    related_channel_payout_references: importedList(
      Type.String(),
      "to_json(payouts.related_channel_payout_references)",
    ).description("The references of the channel payouts that this payout includes."),
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
    ).description("The lines of the payout."),
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
      description: "Comma-separated payment gateway ids.",
    }),
    reference: textParameter({ condition: "payouts.reference = :reference", description: "The payout's reference." }),
  },
});
