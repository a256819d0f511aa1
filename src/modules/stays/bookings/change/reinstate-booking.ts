import type { ValidationErrors } from "../../../../kernel/errors.ts";
import type { Draft } from "../../../../kernel/write/input/draft.ts";
import type { ServerSetColumns } from "../../../../kernel/write/store.ts";
import { booking } from "../booking.ts";
import type { BookingState } from "../booking-state.ts";

const { attributes } = booking;

const reasons = ["cancelation_reason", "cancelation_message_to_guest", "cancelation_message_to_channel"] as const;

/** Whether a write reinstates a canceled booking. */
export function isReinstated(draft: Draft): boolean {
  return (
    typeof draft.stored(attributes.canceled_at) === "number" && (draft.value(attributes.canceled_at) ?? null) === null
  );
}

/** Adds a problem if a write books a canceled booking, or holds it longer, without reinstating it: its nights may be sold by now. */
export function refuseCanceled(draft: Draft, errors: ValidationErrors): void {
  const staysCanceled = typeof draft.stored(attributes.canceled_at) === "number" && !isReinstated(draft);
  // A write that echoes the whole record also echoes when it was canceled.
  const isEcho = draft.sets(attributes.canceled_at) && !draft.changes(attributes.booked);
  const books = draft.input(attributes.booked) === true && !isEcho;
  const holds =
    typeof draft.input(attributes.tentative_expires_at) === "number" && draft.changes(attributes.tentative_expires_at);
  if (staysCanceled && (books || holds))
    errors.add("canceled_at", "is canceled: set canceled_at to null to reinstate it");
}

/** An expired hold needs a new expiry; otherwise it would expire again immediately. */
export function checkReinstated(state: BookingState, now: number, errors: ValidationErrors): void {
  const { tentativeExpiresAt } = state;
  if (tentativeExpiresAt !== null && tentativeExpiresAt <= now && !errors.has("tentative_expires_at"))
    errors.add("tentative_expires_at", "must be in the future");
}

/** Clears the cancelation's reasons, unless the same write sets them. */
export function reinstatedColumns(draft: Draft): ServerSetColumns {
  return Object.fromEntries(reasons.filter((name) => !draft.sets(attributes[name])).map((name) => [name, null]));
}
