import { dayOfInstant } from "../../../core/day.ts";
import type { ValidationErrors } from "../../../kernel/errors.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import type { LockedStay } from "../../stays/bookings/nights/lock-stay.ts";

/** Makes sure that there was a stay of which somebody can write: of a guest, not canceled, and over but for its last day (UTC). */
export function checkStay({ now }: WriteContext, stay: LockedStay, errors: ValidationErrors): void {
  if (stay.isCanceled) errors.add("base", "cannot be written about a booking that was canceled");
  else if (!stay.booked) errors.add("base", "can be written about the stay of a guest only");
  else if (dayOfInstant(now) < dayOfInstant(stay.endAt))
    errors.add("base", "can be written from the day of departure on");
}

/** When it was written: what was given, else now. @returns epoch milliseconds */
export function writtenAt(
  { now }: WriteContext,
  given: number | null | undefined,
  stay: LockedStay,
  errors: ValidationErrors,
): number {
  if (typeof given !== "number") return now;
  if (given > now) errors.add("submitted_at", "must not be in the future");
  else if (dayOfInstant(given) < dayOfInstant(stay.endAt))
    errors.add("submitted_at", "must not be before the day of departure");
  return given;
}
