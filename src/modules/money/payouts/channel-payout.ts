import Type from "typebox";
import { currencies } from "../../../core/currencies.ts";
import { id, integer, oneOf, string, time, timestamps } from "../../../kernel/attribute.ts";
import { one, owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";
import { idList, textParameter } from "../../../kernel/search.ts";
import { cents, importedList, rowsOf } from "./imported-list.ts";
import { movementKinds } from "./line-kinds.ts";

const line = Type.Object({
  booking_id: Type.Integer({ minimum: 1, description: "The booking that the line pays for." }),
  gross_in_cents: cents("The price of the stay."),
  cleaning_fee_in_cents: cents("Cleaning fees that the channel passes on."),
  city_tax_in_cents: cents("City tax that the channel passes on; zero if it pays the city itself."),
  commission_in_cents: cents("The channel's commission."),
  payment_charge_in_cents: Type.Union([Type.Integer(), Type.Null()], {
    description: "The channel's payment processing charge; null if the channel does not report it. In minor units.",
  }),
  deductions_in_cents: cents("Other deductions."),
  net_in_cents: cents(
    "The line's contribution to the payout: gross + cleaning fee + city tax - commission - payment charge - deductions.",
  ),
});

const movement = Type.Object({
  kind: Type.Enum([...movementKinds], { type: "string", description: "The kind of movement." }),
  description: Type.Union([Type.String(), Type.Null()], { description: "The channel's own description." }),
  amount_in_cents: cents("The amount added to the payout; negative if deducted."),
});

/** Money that a channel transferred to the account (service.md, Payouts). Only imports create one. */
export const channelPayout = defineResource("channel_payouts", {
  singular: "channel_payout",
  description:
    "A transfer from a channel: one line per booking with the channel's deductions, plus movements for the whole account. They add up to the payout.",
  readScopes: ["payouts_read"],
  attributes: {
    id: id(),
    reference: string()
      .readOnly()
      .present()
      .description("The channel's reference for the payout. Payouts list it in related_channel_payout_references."),
    channel: string().readOnly().present().description("The channel's name."),
    amount_in_cents: integer()
      .readOnly()
      .present()
      .description(
        "The amount transferred, in minor units of the currency: the lines' net_in_cents plus the movements' amount_in_cents.",
      ),
    currency: oneOf(currencies).readOnly().present().description("The currency of all amounts."),
    paid_at: time().readOnly().present().description("When the money was transferred."),
    lines: importedList(
      line,
      rowsOf("channel_payout_lines", "channel_payouts", "channel_payout_id", [
        "booking_id",
        "gross_in_cents",
        "cleaning_fee_in_cents",
        "city_tax_in_cents",
        "commission_in_cents",
        "payment_charge_in_cents",
        "deductions_in_cents",
        "net_in_cents",
      ]),
    ).description("One line per booking."),
    movements: importedList(
      movement,
      rowsOf("channel_payout_movements", "channel_payouts", "channel_payout_id", [
        "kind",
        "description",
        "amount_in_cents",
      ]),
    ).description("Amounts that concern the account rather than a booking."),
    ...timestamps(),
  },
  relations: {
    account: owner(),
    source: one("sources").present().description("The booking source that represents this channel."),
  },
  counted: {},
  search: {
    source_id: idList({
      condition: "channel_payouts.source_id = any(:source_id)",
      description: "Comma-separated source ids.",
    }),
    reference: textParameter({
      condition: "channel_payouts.reference = :reference",
      description: "The channel payout's reference.",
    }),
  },
});
