import type { Outcome } from "../../../kernel/route.ts";
import type { ActedOn } from "../../../kernel/write/actions.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import { lockBookingsOfGuests } from "../../stays/bookings/guest/erase-guest.ts";
import { client } from "../../stays/clients/client.ts";
import { type ErasedRecords, lockGuest } from "../../stays/clients/guest-data.ts";
import { eraseAnswersAbout } from "./erase-answers.ts";
import { eraseHistoryOf } from "./erase-history.ts";
import { guestTables } from "./guest-tables.ts";
import { remaining } from "./remaining.ts";

/** Locks the client against new bookings and, first by lock order, its bookings. */
export async function lockWithBookings(context: WriteContext, id: number): Promise<void> {
  await lockBookingsOfGuests(context, [id]);
  await lockGuest(context, id);
}

/**
 * Erases a client's personal data everywhere, in one transaction (bookings.md, Personal data).
 * It can't be undone. Repeating it changes nothing.
 */
export async function forgetClient(context: WriteContext, { id }: ActedOn): Promise<Outcome> {
  const guest = await lockGuest(context, id);
  if (guest) {
    const erased: ErasedRecords[] = [];
    for (const forget of guestTables) erased.push(...(await forget(context, guest)));
    await eraseAnswersAbout(context, erased);
    await eraseHistoryOf(context, erased);
  }
  return { shows: client, id, meta: remaining };
}
