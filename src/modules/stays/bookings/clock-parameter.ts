import Type from "typebox";
import type { SearchParameter } from "../../../kernel/search.ts";
import { formatInstant } from "../../../kernel/values/time.ts";
import { rentalReading, type StayMoment, stayMomentInput } from "./stay-moment.ts";

const [earliest, latest] = [Date.parse("0001-01-01T00:00:00Z"), Date.parse("9999-12-31T23:59:59Z")];
const written = (at: number): string => formatInstant(Math.min(Math.max(at, earliest), latest));

/**
 * A moment to compare with readings of each rental's clock (bookings.md, The rental's clock). Bound as two times: a reading, and null;
 * or a reading that no rental's clock precedes or exceeds, for indexes, and the instant.
 * @param hoursAhead of UTC, of the clock that bounds all others
 * @param hour of a date without a time
 */
function rentalMoment(hoursAhead: number, hour: number): SearchParameter["type"] {
  return {
    title: "Time",
    sqlType: "timestamptz[]",
    readSchema: Type.String({ format: "date-time" }),
    accept: stayMomentInput.accept,
    toDatabase(value) {
      if (!isMoment(value)) throw new Error("A search parameter holds a value that is no moment.");
      if ("instant" in value) return `{${written(value.instant + hoursAhead * 3_600_000)},${written(value.instant)}}`;
      return `{${written(rentalReading(value, "UTC", hour))},null}`;
    },
  };
}

const isMoment = (value: unknown): value is StayMoment =>
  typeof value === "object" && value !== null && ("day" in value || "reading" in value || "instant" in value);

/** A beginning: a date means its midnight. */
export const rentalDayStart = rentalMoment(-12, 0);

/** An exclusive end: a date includes the whole day. */
export const rentalDayEnd = rentalMoment(14, 24);

/** SQL: of readings later than a beginning's bound, whether the rental's clock has passed them at that instant. */
export const hasPassedOn = (column: string, name: string, { bound, reading }: ClockParameter): string =>
  `(:${name})[2] is not null and ${column} <= ${bound} + interval '26 hours' and ${column} <= ${reading}`;

/** SQL of a parameter. */
export type ClockParameter = ReturnType<typeof clockParameter>;

/** SQL: a parameter's bound, the same for all rentals, and its reading of the row's rental. */
export const clockParameter = (name: string, readingAt: (instant: string) => string) => ({
  bound: `(:${name})[1]`,
  reading: `case when (:${name})[2] is null then (:${name})[1] else ${readingAt(`(:${name})[2]`)} end`,
});
