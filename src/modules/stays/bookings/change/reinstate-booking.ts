import type { ValidationErrors } from "../../../../kernel/errors.ts";
import type { Draft } from "../../../../kernel/write/input/draft.ts";
import type { ServerSetColumns } from "../../../../kernel/write/store.ts";
import { booking } from "../booking.ts";
import type { BookingState } from "../booking-state.ts";

const { attributes } = booking;

const reasons = ["cancelation_reason", "cancelation_message_to_guest", "cancelation_message_to_channel"] as const;

/** Whether a write takes back the cancelation of a booking. */
export function isReinstated(draft: Draft): boolean {
  return (
    typeof draft.stored(attributes.canceled_at) === "number" && (draft.value(attributes.canceled_at) ?? null) === null
  );
}

/** A hold that has expired holds again only with another end: otherwise it would be canceled at once. */
export function checkReinstated(state: BookingState, now: number, errors: ValidationErrors): void {
  const { tentativeExpiresAt } = state;
  if (tentativeExpiresAt !== null && tentativeExpiresAt <= now && !errors.has("tentative_expires_at"))
    errors.add("tentative_expires_at", "must be in the future");
}

/** What was said of a cancelation that is taken back is said no more, unless the same write says it. */
export function reinstatedColumns(draft: Draft): ServerSetColumns {
  return Object.fromEntries(reasons.filter((name) => !draft.gives(attributes[name])).map((name) => [name, null]));
}
