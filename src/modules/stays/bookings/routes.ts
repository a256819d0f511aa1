import { scopeNames } from "../../../kernel/access/scopes.ts";
import { jsonBody } from "../../../kernel/request-body.ts";
import type { Resource } from "../../../kernel/resource.ts";
import { type Route, reads } from "../../../kernel/route.ts";
import { action } from "../../../kernel/write/actions.ts";
import type { AccountTransaction } from "../../../kernel/write/context.ts";
import { creates, createsUnder } from "../../../kernel/write/creates.ts";
import { destroys } from "../../../kernel/write/destroys.ts";
import { assertUnchanged } from "../../../kernel/write/lock-record.ts";
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
import { repricingMeta, repricingOf } from "./change/repricing.ts";
import { scheduleChangeMeta } from "./change/schedule-change.ts";
import { updateBooking } from "./change/update-booking.ts";
import { bookStrictly } from "./create/book-strictly.ts";
import { createBooking } from "./create/create-booking.ts";
import { expireHold } from "./expire-holds.ts";
import { forgottenMeta, leaveOutForgotten } from "./guest/forgotten-guest.ts";
import {
  addedFeesBody,
  cancelationBody,
  changedParts,
  echoedLists,
  moveBody,
  partsOfBooking,
  secondNames,
} from "./nested-bodies.ts";
import { type LockedCalendars, lockCalendars, lockedRental } from "./nights/linked-rentals.ts";
import { prepareBooking } from "./nights/prepare-booking.ts";
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

/** Every token sees all of the account's rentals, so locking the calendar is enough to lock the parent. */
async function lockCalendarOf(context: AccountTransaction, rentalId: number): Promise<LockedCalendars> {
  const calendars = await lockCalendars(context, { rentals: [rentalId] });
  lockedRental(calendars, rentalId);
  return calendars;
}

/** An action on one booking. */
const onBooking = { on: "one", idName: "id", prepare: prepareBooking } as const;

export const bookingsRoutes: readonly Route[] = [
  ...reads(booking),
  createsUnder(rental, booking, {
    scopes: writers,
    nested: partsOfBooking,
    echoes: secondNames,
    description:
      "Books a stay, a tentative hold (tentative_expires_at) or an unavailable period (unavailable). Rates rules do not apply, but taken nights are refused (422 on base). Without initial_price the rental price is the live quote's; omitted fees and taxes follow from the rental.",
    lockParent: lockCalendarOf,
    contends: true,
    amend: leaveOutForgotten,
    meta: forgottenMeta,
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
    summary: "Book a stay that the rules allow, at exactly the live quote's prices.",
    description:
      "For channels and websites that have shown a guest a price. Get the price from GET /rentals/{ids}/search and send it with the booking. The stay is booked if its nights are free, the rules allow it and the prices still match. Otherwise 422 names every difference and nothing is booked.",
    body: jsonBody(strictBooking, { nested: { client: guestBody, comments: partsOfBooking.comments } }),
    answers: booking,
    meta: forgottenMeta,
    run: bookStrictly,
  }),
  ...updates(booking, {
    scopes: writers,
    nested: changedParts,
    echoes: echoedLists,
    amend: leaveOutForgotten,
    meta: { ...forgottenMeta, ...repricingMeta, ...scheduleChangeMeta },
    prepare: prepareBooking,
    update: updateBooking,
    remark: async (context, id, draft, calendars, schedule) => ({
      ...(await repricingOf(context, id, draft, calendars)),
      ...schedule,
    }),
  }),
  destroys(booking, {
    scopes: writers,
    prepare: prepareBooking,
    destroy: cancelBooking,
    body: cancelationBody,
    summary: "Cancel a booking.",
    description:
      "Frees its nights immediately. The body may give the reason. Canceling a canceled booking changes nothing.",
  }),
  action(booking, {
    ...onBooking,
    method: "PATCH",
    path: "add_bookings_fee",
    scopes: writers,
    summary: "Add fees to a booking, or preview them.",
    description:
      "Levies the taxes on the fees and recalculates the final price. Returns the flat booking with all its fees; with dry_run, the price that the booking would have.",
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
      "Removes the taxes on it too, and recalculates the final price. Returns the flat booking with the remaining fees.",
    answers: bookingWithFees,
    embeds: ["bookings_fees"],
    run: removeBookingsFee,
  }),
  action(booking, {
    ...onBooking,
    method: "POST",
    path: "add_tag/:bookings_tag_id",
    scopes: ["bookings_write"],
    summary: "Add a tag to a booking.",
    run: addTag,
  }),
  action(booking, {
    ...onBooking,
    method: "DELETE",
    path: "remove_tag/:bookings_tag_id",
    scopes: ["bookings_write"],
    success: 204,
    summary: "Remove a tag from a booking.",
    run: removeTag,
  }),
  action(booking, {
    on: "one",
    method: "POST",
    path: "move",
    scopes: writers,
    summary: "Move a booking to other dates or another rental, or change its party, or preview that.",
    description:
      "Needs at least one of start_at, end_at, rental_id, adults and children. Dates without a time take the target rental's times. Taken nights there or in linked rentals refuse the move (422 on base); the booking's own mirrors do not. Agreed prices, fees and taxes stay unless reprice is true. With reprice, initial_price is the live quote's for the new stay and guests, the discount stays, and required fees and the account's taxes are those of the new stay. Optional and standalone fees stay, and final_price is recalculated even if it was written. A rental in another currency needs reprice. With dry_run nothing changes; the response is the live quote with the move's problems.",
    body: moveBody,
    computes: moveQuote,
    prepare: async (context, id, peek) => {
      const calendars = await prepareMove(context, id, peek);
      await assertUnchanged(context, booking, id);
      await expireHold(context, id);
      return calendars;
    },
    meta: scheduleChangeMeta,
    run: moveBooking,
  }),
  // Other scopes get an empty list rather than a refusal (service.md, Bookings fee).
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
