import type { WriteContext } from "../../../../kernel/write/context.ts";
import { assertUnchanged } from "../../../../kernel/write/lock-record.ts";
import { booking } from "../booking.ts";
import { expireHold } from "../expire-holds.ts";
import { type CalendarsOfBooking, lockCalendarsOf } from "./linked-rentals.ts";

/** Locks rentals before the booking, then cancels its hold if it has expired, as every read shows it. */
export async function prepareBooking(context: WriteContext, id: number): Promise<CalendarsOfBooking> {
  const calendars = await lockCalendarsOf(context, id);
  await assertUnchanged(context, booking, id);
  await expireHold(context, id);
  return calendars;
}
