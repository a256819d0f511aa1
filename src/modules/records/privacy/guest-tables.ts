import { eraseGuestInInbox } from "../../guests/inbox/guest/erase-guest.ts";
import { eraseGuestInReviews } from "../../guests/reviews/erase-guest.ts";
import { forgetGuestInPayments } from "../../money/payments/forget-payment.ts";
import { forgetGuestInMails } from "../../platform/mails/forget-guest.ts";
import { eraseGuestInAgreements } from "../../stays/agreements/erase-guest.ts";
import { eraseGuestInBookings } from "../../stays/bookings/guest/erase-guest.ts";
import { eraseGuestInClients, type ForgetGuest } from "../../stays/clients/guest-data.ts";
import { eraseGuestInInquiries } from "../../stays/inquiries/erase-guest.ts";
import { eraseGuestInExports } from "../exports/erase-archives.ts";
import { eraseGuestInImports } from "../imports/erase-guest.ts";

/** Erases guest data in each module's own tables. A test compares this list with all columns with personal names (test/privacy). */
export const guestTables: readonly ForgetGuest[] = [
  eraseGuestInBookings,
  forgetGuestInPayments,
  eraseGuestInAgreements,
  // Before the inquiries, whose address identifies conversations.
  eraseGuestInInbox,
  eraseGuestInInquiries,
  forgetGuestInMails,
  eraseGuestInReviews,
  eraseGuestInImports,
  eraseGuestInExports,
  eraseGuestInClients,
];
