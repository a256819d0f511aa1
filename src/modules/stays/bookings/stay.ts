import { dayOfInstant } from "../../../core/day.ts";
import { localTime } from "../../../core/time-zone.ts";
import type { ValidationErrors } from "../../../kernel/errors.ts";
import type { Draft } from "../../../kernel/write/input/draft.ts";
import { booking } from "./booking.ts";
import type { RentalTerms } from "./rental-terms.ts";
import { rentalReading } from "./stay-moment.ts";

/** A stay's times on the rental's clock, as if in UTC, in epoch milliseconds; its nights [arrival, departure) in epoch days. */
export interface Stay {
  readonly startAt: number;
  readonly endAt: number;
  readonly arrival: number;
  readonly departure: number;
}

const { start_at, end_at } = booking.attributes;

/** Three years, the range of maps and rates. */
const maxNights = 1096;

/**
 * Returns a draft's stay on the rental's clock (bookings.md). A date without a time takes the rental's time.
 * Undefined if the draft's times are missing or invalid; `errors` already says so.
 */
export function stayOf(draft: Draft, rental: RentalTerms, errors: ValidationErrors): Stay | undefined {
  const start = draft.value(start_at);
  const end = draft.value(end_at);
  if (!start || !end || errors.has("start_at") || errors.has("end_at")) return undefined;
  const startAt = rentalReading(start, rental.timeZone, rental.arrivalTime);
  const endAt = rentalReading(end, rental.timeZone, rental.departureTime);
  const stay = { startAt, endAt, arrival: dayOfInstant(startAt), departure: dayOfInstant(endAt) };
  if (stay.startAt >= stay.endAt || stay.arrival > stay.departure) {
    errors.add("start_at", "must be before end_at");
    errors.add("end_at", "must be after start_at");
  } else if (stay.arrival === stay.departure) {
    errors.add("end_at", "must be at least one night after start_at");
  } else if (stay.departure - stay.arrival > maxNights) {
    errors.add("end_at", `must be at most ${maxNights} nights after start_at`);
  }
  return stay;
}

/** Whether a stay is over on the rental's clock. @param endAt the stored reading @param now epoch milliseconds */
export const isOver = (endAt: number, timeZone: string, now: number): boolean => endAt <= localTime(timeZone, now);
