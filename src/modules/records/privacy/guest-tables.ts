import { eraseGuestInInbox } from "../../guests/inbox/guest/erase-guest.ts";
import { eraseGuestInReviews } from "../../guests/reviews/erase-guest.ts";
import { forgetGuestInPayments } from "../../money/payments/forget-payment.ts";
import { forgetGuestInMails } from "../../platform/mails/forget-guest.ts";
import { forgetGuestInAgreements } from "../../stays/agreements/forget-guest.ts";
import { forgetGuestInBookings } from "../../stays/bookings/guest/forget-guest.ts";
import { type ForgetGuest, forgetGuestInClients } from "../../stays/clients/guest-data.ts";
import { forgetGuestInInquiries } from "../../stays/inquiries/forget-guest.ts";
import { eraseGuestInImports } from "../imports/erase-guest.ts";

/** Erases guest data in each module's own tables. A test compares this list with all columns with personal names (test/privacy). */
export const guestTables: readonly ForgetGuest[] = [
  forgetGuestInBookings,
  forgetGuestInPayments,
  forgetGuestInAgreements,
  // Before the inquiries, whose address identifies conversations.
  eraseGuestInInbox,
  forgetGuestInInquiries,
  forgetGuestInMails,
  eraseGuestInReviews,
  eraseGuestInImports,
  forgetGuestInClients,
];
