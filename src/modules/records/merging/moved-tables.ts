import { moveGuestInInbox } from "../../guests/inbox/guest/move-guest.ts";
import { moveGuestInReviews } from "../../guests/reviews/move-guest.ts";
import { moveGuestInMails } from "../../platform/mails/move-guest.ts";
import { moveGuestInBookings } from "../../stays/bookings/guest/move-guest.ts";
import type { MoveGuest } from "../../stays/clients/guest-move.ts";
import { moveGuestInImports } from "../imports/move-guest.ts";

/**
 * Every module whose rows refer to clients, with the operation that makes them refer to another one. A module that comes to refer to them
 * exports one and stands here: a test holds what the database knows of such references against what is moved (test/merging).
 */
export const movedTables: readonly MoveGuest[] = [
  moveGuestInBookings,
  moveGuestInInbox,
  moveGuestInReviews,
  moveGuestInMails,
  moveGuestInImports,
];
