import { boolean, integer } from "../../../kernel/attribute.ts";
import { echoedList, echoedOne, type Nested, nestedList, nestedOne } from "../../../kernel/nested.ts";
import { bodyOf, jsonBody } from "../../../kernel/request-body.ts";
import { client } from "../clients/client.ts";
import { bookingsFee, feeInBooking } from "./bill/bookings-fee.ts";
import { inputTax } from "./bill/bookings-tax.ts";
import { booking } from "./booking.ts";
import { bookingComment } from "./booking-comment.ts";

/** Maximum comments, fees or taxes per request. */
const maxParts = 200;

const commentOfBooking = { ...bookingComment, relations: {} };

/** Channels send a single comment as bare text. */
const commentList = (description: string) =>
  nestedList(commentOfBooking, { atMost: maxParts, text: "content", description });

/** The lists and the guest in the body that creates a booking (bookings.md, Money). */
export const partsOfBooking = {
  comments: commentList("The booking's first comments: a list, or one comment's text."),
  bookings_fees: nestedList(bookingsFee, {
    atMost: maxParts,
    description:
      "The booking's fees. An empty list means none; without the list, the rental's required fees are added. Each fee refers to a rental's fee by rentals_fee_id or has its own price.",
  }),
  bookings_taxes: nestedList(inputTax, {
    atMost: maxParts,
    description:
      "The booking's taxes. An empty list means none; without the list, the taxes on the rental and its fees are levied.",
  }),
  client: nestedOne(client, {
    description:
      "The guest. Roost reuses a client with a matching name and the same e-mail address, or without one the same phone number. Otherwise it creates the client and the booking together, or neither.",
  }),
} satisfies Nested;

/** The guest in the body that changes a booking (bookings.md, Who a guest is). */
export const changedParts = {
  client: echoedOne(client, {
    description:
      "Corrects the booking's guest: written attributes replace the stored ones, a list's first elements the default ones. Without a guest, as in a creation. Ignored for a client that the caller may not change.",
  }),
} satisfies Nested;

/** Comments are read as `booking_comments`; creation accepts that name too. */
export const secondNames = {
  booking_comments: commentList("An alias of comments."),
} satisfies Nested;

/** A booking's lists that an update accepts unchanged (echoed-parts.ts). */
export const echoedLists = {
  bookings_fees: echoedList(bookingsFee, maxParts, feeInBooking.attributes),
  bookings_taxes: echoedList(inputTax, maxParts),
  booking_comments: echoedList(bookingComment, maxParts),
  comments: echoedList(bookingComment, maxParts),
} satisfies Nested;

/** Fees to add to a booking. */
export const addedFees = nestedList(bookingsFee, {
  atLeast: 1,
  atMost: maxParts,
  required: true,
  description:
    "The fees to add. Each refers to a rental's fee by rentals_fee_id and takes its price for the stay, or has its own price.",
});

/** The id of the booking in the body that adds fees. */
export const idInBody = integer({ min: 1, max: Number.MAX_SAFE_INTEGER })
  .inputOnly()
  .description("The booking's id, as in the path. Optional.");

/** Previews the fees without adding them. */
export const dryRunOfFees = boolean().inputOnly().description("true previews the fees and changes nothing.");

/** The body that adds fees to a booking. */
export const addedFeesBody = jsonBody(
  bodyOf(booking, { id: idInBody, dry_run: dryRunOfFees }, "is not accepted here"),
  {
    own: true,
    flat: true,
    nested: { bookings_fees: addedFees },
  },
);

const { start_at, end_at, adults, children, final_price, expected_final_price } = booking.attributes;

/** The attributes of a move. */
export const moveInput = {
  start_at,
  end_at,
  adults,
  children,
  rental_id: integer({ min: 1, max: Number.MAX_SAFE_INTEGER })
    .inputOnly()
    .description("The rental to move to. Defaults to the current one."),
  dry_run: boolean().inputOnly().description("true previews the move and changes nothing."),
  reprice: boolean().inputOnly().description("true takes the live quote's prices. By default the agreed prices stay."),
  final_price,
  expected_final_price,
};

/** The body that moves a booking. */
export const moveBody = jsonBody(bodyOf(booking, moveInput, "cannot be set by a move"), {
  own: true,
  writing: "update",
});

const { cancelation_reason, cancelation_message_to_guest, cancelation_message_to_channel } = booking.attributes;

/** The body of a cancelation (bookings.md, States). */
export const cancelationBody = jsonBody(
  bodyOf(
    booking,
    { cancelation_reason, cancelation_message_to_guest, cancelation_message_to_channel },
    "cannot be set by a cancelation",
  ),
  { own: true, optional: true, writing: "update" },
);
