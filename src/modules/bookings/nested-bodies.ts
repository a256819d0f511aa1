import { integer, oneOf } from "../../kernel/attribute.ts";
import { type Nested, nestedList } from "../../kernel/nested.ts";
import { bookingComment } from "./booking-comment.ts";
import { mostParts } from "./booking-parts.ts";
import { booking } from "./booking.ts";
import { bookingsFee } from "./bookings-fee.ts";
import { givenTax } from "./bookings-tax.ts";

const fees = { attributes: bookingsFee.attributes, relations: bookingsFee.relations };
const { cancelation_reason, cancelation_message_to_guest, cancelation_message_to_channel } = booking.attributes;

/** What stands inside the body that creates a booking (bookings.md, Money). */
export const partsOfBooking: Nested = {
  comments: nestedList(
    { attributes: bookingComment.attributes },
    { atMost: mostParts, description: "Comments that the booking begins with." },
  ),
  bookings_fees: nestedList(fees, {
    atMost: mostParts,
    description:
      "The fees of the booking; an empty list is none. Without the list, the required fees of the rental are added. Each is tied to a fee of the rental by rentals_fee_id, or has a price of its own.",
  }),
  bookings_taxes: nestedList(
    {
      attributes: {
        ...givenTax.attributes,
        taxable_type: oneOf(["Rental", "Fee"]).inputOnly().description("What is taxed; the rental unless told."),
        taxable_id: integer({ min: 1, max: Number.MAX_SAFE_INTEGER })
          .inputOnly()
          .description("The id of the booking's rental, or of a fee of the account."),
      },
      relations: givenTax.relations,
    },
    {
      atMost: mostParts,
      description:
        "The taxes of the booking; an empty list is none. Without the list, the taxes of the rental and its fees are levied.",
    },
  ),
};

/** The body that adds fees to a booking. */
export const addedFees = {
  attributes: {
    id: integer({ min: 1, max: Number.MAX_SAFE_INTEGER })
      .inputOnly()
      .description("The id of the booking, as in the path; it may be left out."),
  },
  nested: {
    bookings_fees: nestedList(fees, {
      atLeast: 1,
      atMost: mostParts,
      required: true,
      description:
        "The fees to add. Each is tied to a fee of the rental by rentals_fee_id, whose price for the stay it takes, or has a price of its own.",
    }),
  },
};

/** What a cancelation may say (bookings.md, States). */
export const cancelationWords = {
  attributes: { cancelation_reason, cancelation_message_to_guest, cancelation_message_to_channel },
};
