import { forgetGuestInInbox } from "../../guests/inbox/guest/forget-guest.ts";
import { forgetGuestInReviews } from "../../guests/reviews/forget-guest.ts";
import { forgetGuestInPayments } from "../../money/payments/forget-payment.ts";
import { forgetGuestInMails } from "../../platform/mails/forget-guest.ts";
import { forgetGuestInAgreements } from "../../stays/agreements/forget-guest.ts";
import { forgetGuestInBookings } from "../../stays/bookings/guest/forget-guest.ts";
import { type ForgetGuest, forgetGuestInClients } from "../../stays/clients/guest-data.ts";
import { forgetGuestInInquiries } from "../../stays/inquiries/forget-guest.ts";
import { forgetGuestInImports } from "../imports/forget-guest.ts";

/**
 * Every module that stores what is known of a guest, with the operation that erases it in the module's own tables. A module that comes
 * to store such data (conversations, mails, webhooks, attachments) exports one and stands here: a test holds every column with a
 * personal name against what is erased (test/privacy).
 */
export const guestTables: readonly ForgetGuest[] = [
  forgetGuestInBookings,
  forgetGuestInPayments,
  forgetGuestInAgreements,
  // Before the inquiries: it finds conversations by the address in them.
  forgetGuestInInbox,
  forgetGuestInInquiries,
  forgetGuestInMails,
  forgetGuestInReviews,
  forgetGuestInImports,
  forgetGuestInClients,
];
