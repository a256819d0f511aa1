import type { Resource } from "../../kernel/resource.ts";
import { type Route, reads } from "../../kernel/route.ts";
import { creates, destroys, updates } from "../../kernel/write/writes.ts";
import type { Outcome, WriteRequest } from "../../kernel/route.ts";
import type { WriteContext } from "../../kernel/write/context.ts";
import { guestBody } from "../clients/guest-body.ts";
import { rental } from "../rentals/rental.ts";
import { bookStrictly } from "./book-strictly.ts";
import { booking } from "./booking.ts";
import { bookingComment } from "./booking-comment.ts";
import { addBookingsFee, removeBookingsFee } from "./booking-fees.ts";
import { addTag, removeTag } from "./booking-tags.ts";
import { bookingWithFees } from "./booking-with-fees.ts";
import { bookingsFee, feeInBooking } from "./bookings-fee.ts";
import { bookingsTax } from "./bookings-tax.ts";
import { cancelBooking } from "./cancel-booking.ts";
import { createBooking } from "./create-booking.ts";
import { partNames } from "./echoed-parts.ts";
import { expireHold } from "./expire-holds.ts";
import { addedFees, cancelationWords, partsOfBooking } from "./nested-bodies.ts";
import { lockRentalOfBooking } from "./rental-terms.ts";
import { strictBooking } from "./strict-booking.ts";
import { updateBooking } from "./update-booking.ts";
import { checkBookingOfComment, deleteComment, updateComment } from "./write-comment.ts";

const writers = ["bookings_write_owned", "bookings_write"] as const;

export const bookingsResources: readonly Resource[] = [
  booking,
  bookingsFee,
  bookingsTax,
  bookingComment,
  bookingWithFees,
  feeInBooking,
  strictBooking,
];

/** The rental comes before the booking in every verb's locks; and a verb finds an expired hold canceled, as every read does. */
async function prepare(context: WriteContext, id: number): Promise<void> {
  await lockRentalOfBooking(context, id);
  await expireHold(context, id);
}

export const bookingsRoutes: readonly Route[] = [
  ...reads(booking),
  creates(booking, {
    under: rental,
    scopes: writers,
    extras: ["comments", "bookings_fees", "bookings_taxes"],
    echoes: ["booking_comments"],
    nested: partsOfBooking,
    description:
      "Books a stay, a tentative hold (tentative_expires_at) or an unavailable period (unavailable), as the account decides: rates rules do not refuse it, but nights that are taken do (422 on base). Without initial_price the rental price is that of the live quote; fees and taxes that are not given follow from the rental.",
    create: createBooking,
    shows: (draft) => ({
      ...(draft.extra("bookings_fees") === undefined ? {} : { bookings_fees: {} }),
      ...(draft.extra("bookings_taxes") === undefined ? {} : { bookings_taxes: {} }),
    }),
  }),
  {
    method: "POST",
    path: "/strict_bookings",
    scopes: writers,
    resource: strictBooking,
    summary: "Book a stay that the rules allow, for exactly the prices of the live quote.",
    description:
      "For channels and websites that have told a guest a price: ask for it with GET /rentals/{ids}/search, and send it along. The stay is booked when its nights are free, no rule refuses it, and the prices are still those; otherwise 422 says what differs, and nothing is booked.",
    operation: {
      kind: "write",
      success: 201,
      body: "record",
      extras: ["client"],
      nested: { client: guestBody },
      answers: booking,
      run: bookStrictly,
    },
  },
  ...updates(booking, { scopes: writers, echoes: partNames, prepare, update: updateBooking }),
  destroys(booking, {
    scopes: writers,
    prepare,
    destroy: cancelBooking,
    body: "optional",
    content: cancelationWords,
    summary: "Cancel a booking.",
    description:
      "Its nights are free at once. The body may say why. Canceling what is canceled already changes nothing.",
  }),
  {
    method: "PATCH",
    path: "/bookings/:id/add_bookings_fee",
    scopes: writers,
    resource: booking,
    summary: "Add fees to a booking.",
    description:
      "The taxes on them are levied, and the final price is recalculated. The answer is the flat booking with all of its fees.",
    operation: {
      kind: "write",
      success: 200,
      body: "record",
      extras: [],
      content: addedFees,
      flat: true,
      answers: bookingWithFees,
      embeds: ["bookings_fees"],
      run: addBookingsFee,
    },
  },
  {
    method: "PATCH",
    path: "/bookings/:id/remove_bookings_fee/:bookings_fee_id",
    scopes: writers,
    resource: booking,
    summary: "Remove a fee from a booking.",
    description:
      "The taxes on it go with it, and the final price is recalculated. The answer is the flat booking with the fees that are left.",
    operation: {
      kind: "write",
      success: 200,
      body: "none",
      extras: [],
      answers: bookingWithFees,
      embeds: ["bookings_fees"],
      run: removeBookingsFee,
    },
  },
  action({
    method: "POST",
    path: "/bookings/:id/add_tag/:bookings_tag_id",
    success: 200,
    summary: "Put a tag on a booking.",
    run: addTag,
  }),
  action({
    method: "DELETE",
    path: "/bookings/:id/remove_tag/:bookings_tag_id",
    success: 204,
    summary: "Take a tag off a booking.",
    run: removeTag,
  }),
  ...reads(bookingsFee),
  ...reads(bookingsTax),
  ...reads(bookingComment),
  creates(bookingComment, {
    scopes: writers,
    check: checkBookingOfComment,
    serverSet: (_draft, context) => ({ created_by_application_id: context.caller.application }),
  }),
  ...updates(bookingComment, { scopes: writers, update: updateComment }),
  destroys(bookingComment, { scopes: writers, destroy: deleteComment }),
];

/** Something that is done to a booking, at a path of its own and without a body. */
function action({ method, path, success, summary, run }: Action): Route {
  return {
    method,
    path,
    scopes: ["bookings_write"],
    resource: booking,
    summary,
    operation: { kind: "write", success, body: "none", extras: [], run },
  };
}

interface Action extends Pick<Route, "method" | "path" | "summary"> {
  readonly success: 200 | 204;
  readonly run: (context: WriteContext, request: WriteRequest) => Promise<Outcome>;
}
