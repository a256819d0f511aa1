import { type Route, reads } from "../../../kernel/route.ts";
import { action } from "../../../kernel/write/actions.ts";
import { updates } from "../../../kernel/write/updates.ts";
import { booking } from "../bookings/booking.ts";
import { bookedInquiryBody, bookInquiry, prepareBooking } from "./book-inquiry.ts";
import { inquiry } from "./inquiry.ts";
import { checkInquiry, updateInquiry } from "./save-inquiry.ts";

const scopes = ["inquiries_write", "inquiries_write_owned"] as const;

/** How an inquiry of a rental is created. The inbox serves the route, and begins a conversation with it (docs/design/inbox.md). */
export const inquiryCreation = { scopes, check: checkInquiry } as const;

export const inquiriesRoutes: readonly Route[] = [
  ...reads(inquiry),
  ...updates(inquiry, { scopes, check: checkInquiry, update: updateInquiry }),
  action(inquiry, {
    on: "one",
    idName: "id",
    method: "POST",
    path: "book",
    scopes: ["bookings_write_owned", "bookings_write"],
    success: 201,
    summary: "Make a booking of an inquiry.",
    description:
      "The stay, the guests and the source are the inquiry's; who asks becomes the client, unless one is known by that e-mail address. With tentative_expires_at it is a hold, otherwise it is booked. Nights that are taken answer 422 on base, and so does an inquiry that is booked already. The token must read the inquiry, too.",
    body: bookedInquiryBody,
    prepare: prepareBooking,
    answers: booking,
    run: bookInquiry,
  }),
];
