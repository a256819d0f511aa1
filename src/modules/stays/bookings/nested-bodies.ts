import { boolean, integer } from "../../../kernel/attribute.ts";
import { echoedList, type Nested, nestedList } from "../../../kernel/nested.ts";
import { bodyOf, jsonBody } from "../../../kernel/request-body.ts";
import { bookingsFee, feeInBooking } from "./bill/bookings-fee.ts";
import { givenTax } from "./bill/bookings-tax.ts";
import { booking } from "./booking.ts";
import { bookingComment } from "./booking-comment.ts";

/** The most comments, fees or taxes that one request brings. */
const most = 200;

const commentOfBooking = { ...bookingComment, relations: {} };

/** A bare text is one comment, as channels send it. */
const commentList = (description: string) =>
  nestedList(commentOfBooking, { atMost: most, text: "content", description });

/** What stands inside the body that creates a booking (bookings.md, Money). */
export const partsOfBooking = {
  comments: commentList("Comments that the booking begins with: a list, or the text of one."),
  bookings_fees: nestedList(bookingsFee, {
    atMost: most,
    description:
      "The fees of the booking; an empty list is none. Without the list, the required fees of the rental are added. Each is tied to a fee of the rental by rentals_fee_id, or has a price of its own.",
  }),
  bookings_taxes: nestedList(givenTax, {
    atMost: most,
    description:
      "The taxes of the booking; an empty list is none. Without the list, the taxes of the rental and its fees are levied.",
  }),
} satisfies Nested;

/** `booking_comments`, as comments are called where they are read, is as good a name. */
export const secondNames = {
  booking_comments: commentList("The same as comments."),
} satisfies Nested;

/** The lists of a booking that an update lets in as they were read (echoed-parts.ts). */
export const echoedLists = {
  bookings_fees: echoedList(bookingsFee, most, feeInBooking.attributes),
  bookings_taxes: echoedList(givenTax, most),
  booking_comments: echoedList(bookingComment, most),
  comments: echoedList(bookingComment, most),
} satisfies Nested;

/** The fees that are added to a booking. */
export const addedFees = nestedList(bookingsFee, {
  atLeast: 1,
  atMost: most,
  required: true,
  description:
    "The fees to add. Each is tied to a fee of the rental by rentals_fee_id, whose price for the stay it takes, or has a price of its own.",
});

/** The id of the booking in the body that adds fees. */
export const idInBody = integer({ min: 1, max: Number.MAX_SAFE_INTEGER })
  .inputOnly()
  .description("The id of the booking, as in the path; it may be left out.");

/** Whether the body that adds fees only asks what they would come to. */
export const dryRunOfFees = boolean()
  .inputOnly()
  .description("true answers what the fees would come to, and changes nothing.");

/** The body that adds fees to a booking. */
export const addedFeesBody = jsonBody(bodyOf(booking, { id: idInBody, dry_run: dryRunOfFees }, "is not known here"), {
  own: true,
  flat: true,
  nested: { bookings_fees: addedFees },
});

const { start_at, end_at } = booking.attributes;

/** What a move says. */
export const moveInput = {
  start_at,
  end_at,
  rental_id: integer({ min: 1, max: Number.MAX_SAFE_INTEGER })
    .inputOnly()
    .description("The rental to move to; its own unless told."),
  dry_run: boolean().inputOnly().description("true answers what the move would come to, and changes nothing."),
  reprice: boolean().inputOnly().description("true takes the prices of the live quote; otherwise they stay as agreed."),
};

/** The body that moves a booking. */
export const moveBody = jsonBody(bodyOf(booking, moveInput, "cannot be set by a move"), {
  own: true,
  writing: "update",
});

const { cancelation_reason, cancelation_message_to_guest, cancelation_message_to_channel } = booking.attributes;

/** What a cancelation may say (bookings.md, States). */
export const cancelationBody = jsonBody(
  bodyOf(
    booking,
    { cancelation_reason, cancelation_message_to_guest, cancelation_message_to_channel },
    "cannot be set by a cancelation",
  ),
  { own: true, optional: true, writing: "update" },
);
