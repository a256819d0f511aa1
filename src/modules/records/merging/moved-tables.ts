import { moveGuestInInbox } from "../../guests/inbox/guest/move-guest.ts";
import { moveGuestInReviews } from "../../guests/reviews/move-guest.ts";
import { moveGuestInInvoices } from "../../money/invoices/guest-invoices.ts";
import { moveGuestInMails } from "../../platform/mails/move-guest.ts";
import { moveGuestInBookings } from "../../stays/bookings/guest/move-guest.ts";
import type { MoveGuest } from "../../stays/clients/guest-move.ts";
import { moveGuestInPortal } from "../../stays/portal/move-guest.ts";
import { moveGuestInImports } from "../imports/move-guest.ts";

/** Moves a module's references from one client to another. A test compares this list with the database's foreign keys (test/merging). */
export const movedTables: readonly MoveGuest[] = [
  moveGuestInBookings,
  // After the bookings: an invoice that was being issued then has its guest.
  moveGuestInInvoices,
  moveGuestInPortal,
  moveGuestInInbox,
  moveGuestInReviews,
  moveGuestInMails,
  moveGuestInImports,
];
