import Type from "typebox";
import { currencies } from "../../../core/currencies.ts";
import { id, integer, oneOf, string, time, timestamps } from "../../../kernel/attribute.ts";
import { one, owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";
import { idList, textParameter } from "../../../kernel/search.ts";
import { cents, importedList, rowsOf } from "./imported-list.ts";
import { movementKinds } from "./line-kinds.ts";

const line = Type.Object({
  booking_id: Type.Integer({ minimum: 1, description: "The booking that was paid for." }),
  gross_in_cents: cents("The price of the stay itself."),
  cleaning_fee_in_cents: cents("Cleaning fees that the channel passes on."),
  city_tax_in_cents: cents("City tax that the channel passes on; none where it pays the city itself."),
  commission_in_cents: cents("What the channel keeps."),
  payment_charge_in_cents: Type.Union([Type.Integer(), Type.Null()], {
    description: "What the channel charges for processing the payment; null where it does not say. In minor units.",
  }),
  deductions_in_cents: cents("Whatever else it keeps."),
  net_in_cents: cents(
    "What it adds to the payout: gross + cleaning fee + city tax - commission - payment charge - deductions.",
  ),
});

const movement = Type.Object({
  kind: Type.Enum([...movementKinds], { type: "string", description: "What it is about." }),
  description: Type.Union([Type.String(), Type.Null()], { description: "In the channel's words." }),
  amount_in_cents: cents("What it adds to the payout, or takes from it."),
});

/** Money that a channel wired to the account (service.md, Payouts). Only an import makes one. */
export const channelPayout = defineResource("channel_payouts", {
  singular: "channel_payout",
  description:
    "What a channel wired: booking by booking, with what it kept of each, and what concerns the account as a whole. They add up to the payout.",
  readScopes: ["payouts_read"],
  attributes: {
    id: id(),
    reference: string()
      .readOnly()
      .present()
      .description("What the channel calls the payout; payouts name it in related_channel_payout_references."),
    channel: string().readOnly().present().description("The channel's own name."),
    amount_in_cents: integer()
      .readOnly()
      .present()
      .description(
        "What was wired, in minor units of the currency: the sum of net_in_cents of the lines and amount_in_cents of the movements.",
      ),
    currency: oneOf(currencies).readOnly().present().description("The currency of all amounts."),
    paid_at: time().readOnly().present().description("When it was wired."),
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
    ).description("What it brings for each booking."),
    movements: importedList(
      movement,
      rowsOf("channel_payout_movements", "channel_payouts", "channel_payout_id", [
        "kind",
        "description",
        "amount_in_cents",
      ]),
    ).description("What concerns the account, and no booking."),
    ...timestamps(),
  },
  relations: {
    account: owner(),
    source: one("sources").present().description("The source of bookings that is this channel."),
  },
  counted: {},
  search: {
    source_id: idList({
      condition: "channel_payouts.source_id = any(:source_id)",
      description: "Comma list of source ids.",
    }),
    reference: textParameter({
      condition: "channel_payouts.reference = :reference",
      description: "The channel payout's reference.",
    }),
  },
});
