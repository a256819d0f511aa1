import type { Caller } from "../../../kernel/access/caller.ts";
import { mayAny } from "../../../kernel/access/scopes.ts";
import { forbidden, notFound } from "../../../kernel/errors.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import { type BookingToPay, lockBookingToPay } from "../../stays/bookings/change/paid-booking.ts";
import { isOver } from "../../stays/bookings/stay.ts";

/** A new payment's lock: set when the caller only has the owned scope. */
export function initialLock(caller: Caller): string | null {
  return mayAny(caller.scopes, ["payments_write"]) ? null : `application-${caller.application}`;
}

/** Whether another application holds the payment's lock. */
export function isLockedFor(caller: Caller, locked: string | null): boolean {
  return locked !== null && locked !== `application-${caller.application}`;
}

/** @throws RequestError 403 when the payment is locked by another application */
export function assertUnlocked(caller: Caller, locked: string | null): void {
  if (isLockedFor(caller, locked)) throw forbidden(`This payment is locked by ${locked}.`);
}

/**
 * Locks the booking of a new payment, canceled or not. An application with only the owned scope can pay only its own bookings
 * (bookings.md, Payments).
 * @throws RequestError 404 for a booking that does not exist or is hidden, 403 for a visible one of another application
 */
export async function lockOwnBooking(context: WriteContext, id: number): Promise<BookingToPay> {
  const booking = await lockBookingToPay(context, id);
  assertOwn(context, booking);
  return booking;
}

/** @throws RequestError 404 for a hidden booking, 403 for a visible one of another application, unless the caller may pay for all */
export function assertOwn(
  { caller, now }: WriteContext,
  { createdBy, canceledAt, endAt, timeZone }: Pick<BookingToPay, "createdBy" | "canceledAt" | "endAt" | "timeZone">,
): void {
  if (mayAny(caller.scopes, ["payments_write"])) return;
  if (createdBy.type === "Application" && createdBy.id === caller.application) return;
  if (canceledAt !== null || isOver(endAt, timeZone, now)) throw notFound();
  throw forbidden("This booking was created by another application.");
}
