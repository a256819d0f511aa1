import { scopeNames } from "../../../kernel/access/scopes.ts";
import { jsonBody } from "../../../kernel/request-body.ts";
import type { Resource } from "../../../kernel/resource.ts";
import { type Route, reads } from "../../../kernel/route.ts";
import { action } from "../../../kernel/write/actions.ts";
import type { AccountTransaction, WriteContext } from "../../../kernel/write/context.ts";
import { creates, createsUnder } from "../../../kernel/write/creates.ts";
import { destroys } from "../../../kernel/write/destroys.ts";
import { updates } from "../../../kernel/write/updates.ts";
import { rental } from "../../property/rentals/rental.ts";
import { guestBody } from "../clients/guest-body.ts";
import { addBookingsFee, removeBookingsFee } from "./bill/booking-fees.ts";
import { bookingWithFees } from "./bill/booking-with-fees.ts";
import { bookingsFee, feeInBooking } from "./bill/bookings-fee.ts";
import { bookingsTax } from "./bill/bookings-tax.ts";
import { feeQuote } from "./bill/fee-quote.ts";
import { booking } from "./booking.ts";
import { bookingComment } from "./booking-comment.ts";
import { addTag, removeTag } from "./booking-tags.ts";
import { cancelBooking } from "./change/cancel-booking.ts";
import { moveBooking, prepareMove } from "./change/move-booking.ts";
import { moveQuote } from "./change/move-quote.ts";
import { updateBooking } from "./change/update-booking.ts";
import { bookStrictly } from "./create/book-strictly.ts";
import { createBooking } from "./create/create-booking.ts";
import { expireHold } from "./expire-holds.ts";
import { addedFeesBody, cancelationBody, echoedLists, moveBody, partsOfBooking, secondNames } from "./nested-bodies.ts";
import {
  type CalendarsOfBooking,
  type LockedCalendars,
  lockCalendars,
  lockCalendarsOf,
  lockedRental,
} from "./nights/linked-rentals.ts";
import { strictBooking } from "./strict-booking.ts";
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

/** Rentals come before the booking in the locks of every operation; and an operation finds an expired hold canceled, as every read does. */
async function prepare(context: WriteContext, id: number): Promise<CalendarsOfBooking> {
  const calendars = await lockCalendarsOf(context, id);
  await expireHold(context, id);
  return calendars;
}

/** Every token of the account sees its rentals, and may book each: the lock of its calendar is the lock of the rental. */
async function lockCalendarOf(context: AccountTransaction, rentalId: number): Promise<LockedCalendars> {
  const calendars = await lockCalendars(context, { rentals: [rentalId] });
  lockedRental(calendars, rentalId);
  return calendars;
}

/** What is done to a booking, at a path of its own. */
const onBooking = { on: "one", idName: "id", prepare } as const;

export const bookingsRoutes: readonly Route[] = [
  ...reads(booking),
  createsUnder(rental, booking, {
    scopes: writers,
    nested: partsOfBooking,
    echoes: secondNames,
    description:
      "Books a stay, a tentative hold (tentative_expires_at) or an unavailable period (unavailable), as the account decides: rates rules do not refuse it, but nights that are taken do (422 on base). Without initial_price the rental price is that of the live quote; fees and taxes that are not given follow from the rental.",
    lockParent: lockCalendarOf,
    contends: true,
    create: createBooking,
    shows: (draft) => ({
      ...(draft.list(partsOfBooking.bookings_fees) ? { bookings_fees: {} } : {}),
      ...(draft.list(partsOfBooking.bookings_taxes) ? { bookings_taxes: {} } : {}),
    }),
  }),
  action(strictBooking, {
    on: "none",
    method: "POST",
    path: "",
    scopes: writers,
    success: 201,
    summary: "Book a stay that the rules allow, for exactly the prices of the live quote.",
    description:
      "For channels and websites that have told a guest a price: ask for it with GET /rentals/{ids}/search, and send it along. The stay is booked when its nights are free, no rule refuses it, and the prices are still those; otherwise 422 says what differs, and nothing is booked.",
    body: jsonBody(strictBooking, { nested: { client: guestBody, comments: partsOfBooking.comments } }),
    answers: booking,
    run: bookStrictly,
  }),
  ...updates(booking, { scopes: writers, echoes: echoedLists, prepare, update: updateBooking }),
  destroys(booking, {
    scopes: writers,
    prepare,
    destroy: cancelBooking,
    body: cancelationBody,
    summary: "Cancel a booking.",
    description:
      "Its nights are free at once. The body may say why. Canceling what is canceled already changes nothing.",
  }),
  action(booking, {
    ...onBooking,
    method: "PATCH",
    path: "add_bookings_fee",
    scopes: writers,
    summary: "Add fees to a booking, or ask what they would come to.",
    description:
      "The taxes on them are levied, and the final price is recalculated. The answer is the flat booking with all of its fees; with dry_run it is the price that the booking would have.",
    body: addedFeesBody,
    computes: feeQuote,
    answers: bookingWithFees,
    embeds: ["bookings_fees"],
    run: addBookingsFee,
  }),
  action(booking, {
    ...onBooking,
    method: "PATCH",
    path: "remove_bookings_fee/:bookings_fee_id",
    scopes: writers,
    summary: "Remove a fee from a booking.",
    description:
      "The taxes on it go with it, and the final price is recalculated. The answer is the flat booking with the fees that are left.",
    answers: bookingWithFees,
    embeds: ["bookings_fees"],
    run: removeBookingsFee,
  }),
  action(booking, {
    ...onBooking,
    method: "POST",
    path: "add_tag/:bookings_tag_id",
    scopes: ["bookings_write"],
    summary: "Put a tag on a booking.",
    run: addTag,
  }),
  action(booking, {
    ...onBooking,
    method: "DELETE",
    path: "remove_tag/:bookings_tag_id",
    scopes: ["bookings_write"],
    success: 204,
    summary: "Take a tag off a booking.",
    run: removeTag,
  }),
  action(booking, {
    on: "one",
    method: "POST",
    path: "move",
    scopes: writers,
    summary: "Move a booking to other dates or to another rental, or ask what that would come to.",
    description:
      "At least one of start_at, end_at and rental_id. Dates alone take the hours of the rental that it moves to. Nights that are taken there, or in rentals linked to it, refuse the move (422 on base); the booking's own mirrors do not. Prices, fees and taxes stay as they were agreed, unless reprice is true: then initial_price is that of the live quote for the new stay and the booking's guests, the discount stays, required fees and the account's taxes are those of the new stay, fees that the guest has chosen or that stand alone stay, and final_price is added up anew, also one that was given. A rental in another currency needs reprice. With dry_run nothing changes, and the answer is the live quote with what the move would be refused for.",
    body: moveBody,
    computes: moveQuote,
    prepare: async (context, id, peek) => {
      const calendars = await prepareMove(context, id, peek);
      await expireHold(context, id);
      return calendars;
    },
    run: moveBooking,
  }),
  // Other scopes get an empty list, and no refusal (service.md, Bookings fee).
  ...reads(bookingsFee, { listedFor: scopeNames }),
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
