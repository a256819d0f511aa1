import type { Outcome } from "../../../kernel/route.ts";
import type { ActedOn } from "../../../kernel/write/actions.ts";
import type { AccountTransaction, WriteContext } from "../../../kernel/write/context.ts";
import { lockBookingsOfGuests } from "../../stays/bookings/guest/erase-guest.ts";
import { client } from "../../stays/clients/client.ts";
import { type ErasedRecords, type ForgetGuest, lockGuest } from "../../stays/clients/guest-data.ts";
import { type Erasing, eraseAnswersAbout } from "./erase-answers.ts";
import { eraseHistoryOf } from "./erase-history.ts";
import { guestTables } from "./guest-tables.ts";
import { remaining } from "./remaining.ts";

/** Locks the client against new bookings and, first by lock order, its bookings. */
export async function lockWithBookings(context: AccountTransaction, id: number): Promise<void> {
  await lockBookingsOfGuests(context, [id]);
  await lockGuest(context, id);
}

/**
 * Erases a client's personal data everywhere, in one transaction (bookings.md, Personal data).
 * It can't be undone. Repeating it changes nothing.
 */
export async function forgetClient(context: WriteContext, { id }: ActedOn): Promise<Outcome> {
  await eraseGuest(context, id, guestTables);
  return { shows: client, id, meta: remaining };
}

/** Erases a client's personal data in tables, stored responses and the history, unless it is erased already. */
export async function eraseGuest(context: Erasing, id: number, tables: readonly ForgetGuest[]): Promise<void> {
  const guest = await lockGuest(context, id);
  if (!guest) return;
  const erased: ErasedRecords[] = [];
  for (const forget of tables) erased.push(...(await forget(context, guest)));
  await eraseAnswersAbout(context, erased);
  await eraseHistoryOf(context, erased);
}
