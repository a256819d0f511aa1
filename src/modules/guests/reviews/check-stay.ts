import { dayOfInstant } from "../../../core/day.ts";
import { dayIn } from "../../../core/time-zone.ts";
import type { ValidationErrors } from "../../../kernel/errors.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import type { LockedStay } from "../../stays/bookings/nights/lock-stay.ts";

/** Only a guest's stay can be reviewed: not canceled, and from its day of departure on, at the rental. */
export function checkStay({ now }: WriteContext, stay: LockedStay, errors: ValidationErrors): void {
  if (stay.isCanceled) errors.add("base", "can't be written about a canceled booking");
  else if (!stay.booked) errors.add("base", "can only be written about a guest's stay");
  else if (dayIn(stay.timeZone, now) < dayOfInstant(stay.endAt))
    errors.add("base", "can only be written from the day of departure on");
}

/** The review's time: the sent time, or now. @returns epoch milliseconds */
export function writtenAt(
  { now }: WriteContext,
  input: number | null | undefined,
  stay: LockedStay,
  errors: ValidationErrors,
): number {
  if (typeof input !== "number") return now;
  if (input > now) errors.add("submitted_at", "must not be in the future");
  else if (dayIn(stay.timeZone, input) < dayOfInstant(stay.endAt))
    errors.add("submitted_at", "must not be before the day of departure");
  return input;
}
