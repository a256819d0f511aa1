import { instantOnDay } from "../../../core/day.ts";
import type { ValidationErrors } from "../../../kernel/errors.ts";
import type { Draft } from "../../../kernel/write/input/draft.ts";
import { booking } from "./booking.ts";
import type { RentalTerms } from "./rental-terms.ts";

/** A stay's times in epoch milliseconds and its nights [arrival, departure) in epoch days. */
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
 * Returns a draft's stay. A date without a time takes the rental's time (bookings.md, States); nights are UTC dates.
 * Undefined if the draft's times are missing or invalid; `errors` already says so.
 */
export function stayOf(draft: Draft, rental: RentalTerms, errors: ValidationErrors): Stay | undefined {
  const start = draft.value(start_at);
  const end = draft.value(end_at);
  if (!start || !end || errors.has("start_at") || errors.has("end_at")) return undefined;
  const stay = {
    startAt: start.instant ?? instantOnDay(start.day, rental.arrivalTime),
    endAt: end.instant ?? instantOnDay(end.day, rental.departureTime),
    arrival: start.day,
    departure: end.day,
  };
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
