import type { Caller } from "../../../../kernel/access/caller.ts";
import { mayAny } from "../../../../kernel/access/scopes.ts";
import type { Attribute } from "../../../../kernel/attribute.ts";
import { forbidden, type ValidationErrors } from "../../../../kernel/errors.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";
import type { Draft } from "../../../../kernel/write/input/draft.ts";
import { booking } from "../booking.ts";

/** Attributes of a locked booking that other applications may write (bookings.md, Locks). */
const unlockedAttributes = new Set<Attribute<unknown>>([
  booking.attributes.expected_checkin_time,
  booking.attributes.expected_checkout_time,
  booking.attributes.rental_payback_to_owner,
]);

/** The application's lock. */
export function lockOf(caller: Caller): string {
  return `application-${caller.application}`;
}

/** A new booking's lock: set if the caller only has the owned scope. */
export function initialLock(caller: Caller): string | null {
  return mayAny(caller.scopes, ["bookings_write"]) ? null : lockOf(caller);
}

/** Whether another application holds the lock. */
export function isLockedFor(caller: Caller, locked: string | null | undefined): boolean {
  return typeof locked === "string" && locked !== lockOf(caller);
}

/** @throws RequestError 403 if another application holds the lock */
export function assertUnlocked(caller: Caller, locked: string | null | undefined): void {
  if (isLockedFor(caller, locked)) throw forbidden(`This booking is locked by ${locked}.`);
}

/** Reads and checks a booking's lock. @throws RequestError 403 if another application holds it */
export async function assertBookingUnlocked({ transaction, account, caller }: WriteContext, id: number): Promise<void> {
  const row = await transaction.row<{ locked: string | null }>(
    "select locked from bookings where account_id = $1 and id = $2",
    [account.id, id],
  );
  assertUnlocked(caller, row?.locked);
}

/**
 * Checks a write against the booking's lock. Echoed attributes with unchanged values are allowed.
 * @throws RequestError 403 naming the lock
 */
export function assertUnlockedChanges(caller: Caller, draft: Draft): void {
  const locked = draft.stored(booking.attributes.locked);
  if (!isLockedFor(caller, locked)) return;
  for (const [attribute] of draft.entries()) {
    if (!unlockedAttributes.has(attribute) && draft.changes(attribute)) {
      throw forbidden(
        `This booking is locked by ${locked}. Others can only write expected_checkin_time, expected_checkout_time and rental_payback_to_owner.`,
      );
    }
  }
}

/** Returns the lock after a write. An application may only set or clear its own. */
export function lockAfter(caller: Caller, draft: Draft, errors: ValidationErrors): string | null {
  const { locked } = booking.attributes;
  if (draft.creating && draft.input(locked) === undefined) return initialLock(caller);
  const value = draft.value(locked) || null;
  if (value !== null && draft.changes(locked) && value !== lockOf(caller))
    errors.add("locked", `must be empty or ${lockOf(caller)}`);
  return value;
}
