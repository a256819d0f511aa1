import { forgetGuestInInbox } from "../../guests/inbox/guest/forget-guest.ts";
import { forgetGuestInReviews } from "../../guests/reviews/forget-guest.ts";
import { forgetGuestInPayments } from "../../money/payments/forget-payment.ts";
import { forgetGuestInMails } from "../../platform/mails/forget-guest.ts";
import { eraseGuestInAgreements } from "../../stays/agreements/erase-guest.ts";
import { eraseGuestInBookings } from "../../stays/bookings/guest/erase-guest.ts";
import { eraseGuestInClients, type ForgetGuest } from "../../stays/clients/guest-data.ts";
import { eraseGuestInInquiries } from "../../stays/inquiries/erase-guest.ts";
import { forgetGuestInImports } from "../imports/forget-guest.ts";

/**
 * Every module that stores what is known of a guest, with the operation that erases it in the module's own tables. A module that comes
 * to store such data (conversations, mails, webhooks, attachments) exports one and stands here: a test holds every column with a
 * personal name against what is erased (test/privacy).
 */
export const guestTables: readonly ForgetGuest[] = [
  eraseGuestInBookings,
  forgetGuestInPayments,
  eraseGuestInAgreements,
  // Before the inquiries: it finds conversations by the address in them.
  forgetGuestInInbox,
  eraseGuestInInquiries,
  forgetGuestInMails,
  forgetGuestInReviews,
  forgetGuestInImports,
  eraseGuestInClients,
];
