import Type from "typebox";
import { dayOfInstant, instantOnDay, parseDay } from "../../../core/day.ts";
import { localTime } from "../../../core/time-zone.ts";
import { Attribute } from "../../../kernel/attribute.ts";
import { parseTime, timeValue } from "../../../kernel/values/time.ts";
import { type Accepted, problem } from "../../../kernel/values/value-type.ts";
import { instantOfReading } from "../../property/occupancy/rental-clock.ts";

/**
 * An arrival or departure (bookings.md, The rental's clock): a day without a time, a reading of the rental's clock as if in UTC, or an
 * instant. Epoch days and epoch milliseconds. Stored ones are readings.
 */
export type StayMoment = { readonly day: number } | { readonly reading: number } | { readonly instant: number };

/** A time with an offset other than UTC's is an instant; all others are on the rental's clock. Whole seconds. */
export function parseStayMoment(text: string): StayMoment | undefined {
  const day = parseDay(text);
  if (day !== undefined) return { day };
  const time = parseTime(text);
  if (!time) return undefined;
  const at = Math.floor(time.at / 1000) * 1000;
  return time.hasOffset ? { instant: at } : { reading: at };
}

/**
 * The reading of the rental's clock at a moment, as if in UTC: epoch milliseconds.
 * @param hour of a day without a time
 */
export function rentalReading(moment: StayMoment, timeZone: string, hour = 0): number {
  if ("day" in moment) return instantOnDay(moment.day, hour);
  return "reading" in moment ? moment.reading : localTime(timeZone, moment.instant);
}

/** The rental's date at a moment, in epoch days. */
export const rentalDay = (moment: StayMoment, timeZone: string): number =>
  dayOfInstant(rentalReading(moment, timeZone));

/** The input of a moment in a write or a parameter. */
export const stayMomentInput = {
  writeSchema: Type.Union([Type.String({ format: "date-time" }), Type.String({ format: "date" })]),
  accept(input: unknown): Accepted<StayMoment> {
    const value = typeof input === "string" ? parseStayMoment(input.trim()) : undefined;
    return value ? { value } : problem("must be a time such as 2027-01-04T16:00:00Z, or a date");
  },
};

const time = timeValue();

/**
 * `start_at` and `end_at`, or a task's times: read as times, written as times or dates. The operation stores the rental's readings.
 * @param table with the rental that the clock is of
 */
export const stayMoment = (table: "bookings" | "inquiries" | "tasks") =>
  new Attribute<StayMoment>({
    ...time,
    ...stayMomentInput,
    instantOf: (column) => instantOfReading(column, table),
    toDatabase(value) {
      if (!("reading" in value)) throw new Error("Only a reading of the rental's clock can be stored.");
      return time.toDatabase(value.reading);
    },
    fromDatabase: (text) => ({ reading: time.fromDatabase(text) }),
    isValue: (candidate): candidate is StayMoment =>
      typeof candidate === "object" &&
      candidate !== null &&
      ("day" in candidate || "reading" in candidate || "instant" in candidate),
  });
