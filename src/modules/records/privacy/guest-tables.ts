import { eraseGuestInAutomations } from "../../guests/automations/erase-guest.ts";
import { eraseGuestInInbox } from "../../guests/inbox/guest/erase-guest.ts";
import { eraseGuestInReviews } from "../../guests/reviews/erase-guest.ts";
import { restrictInvoicesOfGuest } from "../../money/invoices/guest-invoices.ts";
import { forgetGuestInPayments } from "../../money/payments/forget-payment.ts";
import { forgetGuestInMails } from "../../platform/mails/forget-guest.ts";
import { eraseGuestInAgreements } from "../../stays/agreements/erase-guest.ts";
import { eraseGuestInBookings } from "../../stays/bookings/guest/erase-guest.ts";
import { eraseGuestInClients, type ForgetGuest } from "../../stays/clients/guest-data.ts";
import { eraseGuestInInquiries } from "../../stays/inquiries/erase-guest.ts";
import { eraseGuestInPortal } from "../../stays/portal/erase-guest.ts";
import { eraseGuestInSiteBookings } from "../../stays/site-bookings/erase-guest.ts";
import { eraseGuestInTasks } from "../../stays/tasks/erase-guest.ts";
import { eraseGuestInExports } from "../exports/erase-archives.ts";
import { eraseGuestInImports } from "../imports/erase-guest.ts";
import { eraseGuestInProposals } from "../proposals/erase-guest.ts";

const tablesByGuest: readonly ForgetGuest[] = [
  eraseGuestInBookings,
  forgetGuestInPayments,
  restrictInvoicesOfGuest,
  eraseGuestInAgreements,
  eraseGuestInTasks,
  eraseGuestInPortal,
  eraseGuestInSiteBookings,
  // Before the inquiries, whose address identifies conversations and actions.
  eraseGuestInInbox,
  eraseGuestInAutomations,
  eraseGuestInInquiries,
  forgetGuestInMails,
  eraseGuestInReviews,
  eraseGuestInImports,
];

/** Erases guest data in each module's own tables. A test compares this list with all columns with personal names (test/privacy). */
export const guestTables: readonly ForgetGuest[] = [
  ...tablesByGuest,
  eraseGuestInExports,
  eraseGuestInProposals,
  eraseGuestInClients,
];

/**
 * The same for a guest who is erased without a request. Archives and proposals of the whole account stay until they expire: a robot's
 * holds must not erase them.
 */
export const tablesOfStranger: readonly ForgetGuest[] = [...tablesByGuest, eraseGuestInClients];
