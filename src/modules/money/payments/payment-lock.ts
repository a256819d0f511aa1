import type { Caller } from "../../../kernel/access/caller.ts";
import { mayAny } from "../../../kernel/access/scopes.ts";
import { forbidden, notFound } from "../../../kernel/errors.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import { type BookingToPay, lockBookingToPay } from "../../stays/bookings/change/paid-booking.ts";

/** The lock of a new payment: set when it is made under the owned scope alone. */
export function initialLock(caller: Caller): string | null {
  return mayAny(caller.scopes, ["payments_write"]) ? null : `application-${caller.application}`;
}

/** @throws RequestError 403 when the payment is locked by another application */
export function assertUnlocked(caller: Caller, locked: string | null): void {
  if (locked !== null && locked !== `application-${caller.application}`)
    throw forbidden(`This payment is locked by ${locked}.`);
}

/**
 * Locks the booking that a payment is made for, canceled or not. Who may write only its own payments makes them on bookings that it made
 * (bookings.md, Payments).
 * @throws RequestError 404 for what is not there or the caller does not see, 403 for another's that it sees
 */
export async function lockOwnBooking(context: WriteContext, id: number): Promise<BookingToPay> {
  const { caller, now } = context;
  const booking = await lockBookingToPay(context, id);
  if (mayAny(caller.scopes, ["payments_write"])) return booking;
  const { type, id: maker } = booking.createdBy;
  if (type === "Application" && maker === caller.application) return booking;
  if (booking.canceledAt !== null || booking.endAt <= now) throw notFound();
  throw forbidden("This booking was made by another application.");
}
