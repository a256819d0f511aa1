import type { Caller } from "../../../kernel/access/caller.ts";
import { mayAny } from "../../../kernel/access/scopes.ts";
import { forbidden, type ValidationErrors } from "../../../kernel/errors.ts";
import type { Draft } from "../../../kernel/write/input/draft.ts";
import { isLockedFor, lockOf } from "../bookings/nights/booking-lock.ts";
import { inquiry } from "./inquiry.ts";

const { locked } = inquiry.attributes;

/**
 * Checks a write against the inquiry's lock. Unchanged echoes are allowed.
 * @throws RequestError 403 (conventions.md, Writing)
 */
export function assertInquiryUnlocked(caller: Caller, draft: Draft): void {
  const lock = draft.stored(locked);
  if (!isLockedFor(caller, lock)) return;
  for (const [attribute] of draft.entries())
    if (draft.changes(attribute)) throw forbidden(`This inquiry is locked by ${lock}.`);
}

/** Returns the lock after a write. Creation under the owned scope alone locks; an application may only set its own lock. */
export function inquiryLockAfter(caller: Caller, draft: Draft, errors: ValidationErrors): string | null {
  if (draft.creating && !draft.sets(locked)) return mayAny(caller.scopes, ["inquiries_write"]) ? null : lockOf(caller);
  const value = draft.value(locked) || null;
  if (value !== null && draft.changes(locked) && value !== lockOf(caller))
    errors.add("locked", `must be empty or ${lockOf(caller)}`);
  return value;
}
