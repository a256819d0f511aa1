import type { Caller } from "../../../../kernel/access/caller.ts";
import { mayAny } from "../../../../kernel/access/scopes.ts";
import type { Attribute } from "../../../../kernel/attribute.ts";
import { forbidden, type ValidationErrors } from "../../../../kernel/errors.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";
import type { Draft } from "../../../../kernel/write/input/draft.ts";
import { booking } from "../booking.ts";

/** What other applications may still write on a locked booking (bookings.md, Locks). */
const open = new Set<Attribute<unknown>>([
  booking.attributes.expected_checkin_time,
  booking.attributes.expected_checkout_time,
  booking.attributes.rental_payback_to_owner,
]);

/** The lock that an application puts on a booking. */
export function lockOf(caller: Caller): string {
  return `application-${caller.application}`;
}

/** The lock of a new booking: set when it is created under the owned scope alone. */
export function initialLock(caller: Caller): string | null {
  return mayAny(caller.scopes, ["bookings_write"]) ? null : lockOf(caller);
}

/** Whether another application holds the lock. */
export function isLockedFor(caller: Caller, locked: string | null | undefined): boolean {
  return typeof locked === "string" && locked !== lockOf(caller);
}

/** @throws RequestError 403 when the booking is locked by another application */
export function assertUnlocked(caller: Caller, locked: string | null | undefined): void {
  if (isLockedFor(caller, locked)) throw forbidden(`This booking is locked by ${locked}.`);
}

/** The same for a booking by its id. @throws RequestError 403 when it is locked by another application */
export async function assertBookingUnlocked({ transaction, account, caller }: WriteContext, id: number): Promise<void> {
  const row = await transaction.row<{ locked: string | null }>(
    "select locked from bookings where account_id = $1 and id = $2",
    [account.id, id],
  );
  assertUnlocked(caller, row?.locked);
}

/**
 * Lets a locked booking change only where others may write: an echoed attribute that keeps its value is no change.
 * @throws RequestError 403 naming what is locked
 */
export function assertUnlockedChanges(caller: Caller, draft: Draft): void {
  const locked = draft.stored(booking.attributes.locked);
  if (!isLockedFor(caller, locked)) return;
  for (const [attribute] of draft.entries()) {
    if (!open.has(attribute) && draft.changes(attribute)) {
      throw forbidden(
        `This booking is locked by ${locked}; others may write expected_checkin_time, expected_checkout_time and rental_payback_to_owner.`,
      );
    }
  }
}

/** The lock that a write leaves: an application puts on or takes off its own, and nobody another's. */
export function lockAfter(caller: Caller, draft: Draft, errors: ValidationErrors): string | null {
  const { locked } = booking.attributes;
  if (draft.creating && draft.given(locked) === undefined) return initialLock(caller);
  const value = draft.value(locked) || null;
  if (value !== null && draft.changes(locked) && value !== lockOf(caller))
    errors.add("locked", `must be empty or ${lockOf(caller)}`);
  return value;
}
