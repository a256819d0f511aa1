import { type Route, reads } from "../../../kernel/route.ts";
import { action } from "../../../kernel/write/actions.ts";
import { updates } from "../../../kernel/write/updates.ts";
import { booking } from "../bookings/booking.ts";
import { bookedInquiryBody, bookInquiry, prepareBooking } from "./book-inquiry.ts";
import { inquiry } from "./inquiry.ts";
import { checkInquiry, updateInquiry } from "./save-inquiry.ts";

const scopes = ["inquiries_write", "inquiries_write_owned"] as const;

/** Creation of an inquiry. The inbox serves the route, because it also starts a conversation (docs/design/inbox.md). */
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
    summary: "Book an inquiry.",
    description:
      "Takes the stay, guests and source from the inquiry. Its guest becomes a client, unless a client with that e-mail address exists. With tentative_expires_at the booking is a hold; otherwise it is booked. Taken nights and an already booked inquiry return 422 on base. The token must also be able to read the inquiry.",
    body: bookedInquiryBody,
    prepare: prepareBooking,
    answers: booking,
    run: bookInquiry,
  }),
];
