import Type from "typebox";
import { discountOf } from "../../../core/booking-totals.ts";
import { dayOfInstant, parseDay } from "../../../core/day.ts";
import { bookingId, bookingReference } from "../../../core/reference.ts";
import { Attribute, integer, string } from "../../../kernel/attribute.ts";
import { timeValue } from "../../../kernel/values/time.ts";
import { problem } from "../../../kernel/values/value-type.ts";

/** An arrival or departure in a write: an instant (epoch milliseconds), or a day that takes the rental's time. */
export interface StayMoment {
  /** Epoch day in UTC. */
  readonly day: number;
  readonly instant: number | undefined;
}

const moment = timeValue();

/** `start_at` and `end_at`: read as times, written as times or dates (bookings.md, States). */
export const stayMoment = () =>
  new Attribute<StayMoment>({
    ...moment,
    writeSchema: Type.Union([Type.String({ format: "date-time" }), Type.String({ format: "date" })]),
    accept(input) {
      const day = typeof input === "string" ? parseDay(input.trim()) : undefined;
      if (day !== undefined) return { value: { day, instant: undefined } };
      const accepted = moment.accept(input);
      if ("problem" in accepted) return problem("must be a time such as 2027-01-04T16:00:00Z, or a date");
      return { value: { day: dayOfInstant(accepted.value), instant: accepted.value } };
    },
    toDatabase(value) {
      if (value.instant === undefined) throw new Error("Cannot store a stay without its times.");
      return moment.toDatabase(value.instant);
    },
    fromDatabase(text) {
      const instant = moment.fromDatabase(text);
      return { day: dayOfInstant(instant), instant };
    },
    isValue: (candidate): candidate is StayMoment =>
      typeof candidate === "object" && candidate !== null && "day" in candidate,
  });

/** `"10%"`, or an absolute amount such as `"100"`. */
export const discount = () =>
  string({
    maxLength: 20,
    format: {
      matches: (text) => discountOf(text) !== undefined,
      problem: "must be an amount such as 100, or a percentage such as 10%",
    },
  });

/** `reference`: derived from the id, never stored. */
export const reference = () => {
  const base = integer().type;
  return new Attribute<number>({
    ...base,
    title: "String",
    readSchema: Type.String({ pattern: "^[0-9A-Z]{6,}$" }),
    toJson: (id) => `"${bookingReference(Number(id))}"`,
    readFilterValue(input) {
      const id = typeof input === "string" ? bookingId(input.trim()) : undefined;
      return id === undefined ? problem("must be a reference such as 00002S") : { value: id };
    },
  }).from("bookings.id");
};
