import { boolean, integer } from "../../../../kernel/attribute.ts";
import { nestedList } from "../../../../kernel/nested.ts";
import { bodyOf, jsonBody } from "../../../../kernel/request-body.ts";
import { booking } from "../../../stays/bookings/booking.ts";
import { payment } from "../payment.ts";

const { cancelation_reason, cancelation_message_to_guest } = booking.attributes;

/** The attributes of a refund with a cancelation. */
export const refundInput = {
  payment_id: integer({ min: 1, max: Number.MAX_SAFE_INTEGER })
    .required()
    .inputOnly()
    .description("One of the booking's payments."),
  amount_in_cents: integer({ min: 1, max: Number.MAX_SAFE_INTEGER })
    .required()
    .inputOnly()
    .description("The amount to refund, in minor units of the currency."),
};

/** The refunds of a cancelation. */
export const refundList = nestedList(bodyOf(payment, refundInput, "is not an attribute of a refund"), {
  atMost: 200,
  description: "The refunds, each at most the unrefunded part of its payment. Without them no money moves.",
});

/** Previews the cancelation. */
export const dryRun = boolean().inputOnly().description("true previews the cancelation and changes nothing.");

/** The body that cancels a booking and orders refunds. Its reasons are stored as the booking's attributes. */
export const cancelationInput = jsonBody(
  bodyOf(
    booking,
    { reason: cancelation_reason, message_to_guest: cancelation_message_to_guest, dry_run: dryRun },
    "is not an attribute of a cancelation",
  ),
  { own: true, optional: true, nested: { refunds: refundList } },
);
