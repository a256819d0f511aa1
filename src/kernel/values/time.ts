import Type from "typebox";
import { formatDay, instantOnDay, millisecondsPerDay, parseDay } from "../../core/day.ts";
import { problem, type ValueType } from "./value-type.ts";

const instantPattern =
  /^(\d{4}-\d{2}-\d{2})[T ]((?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?) ?(?:(Z|UTC|GMT)|([+-])([01]\d|2[0-3])(?::?([0-5]\d))?)?$/i;

/**
 * The instant (epoch milliseconds) of a time: ISO 8601, or a form that client libraries write, such as `2027-02-03 15:00:00 UTC` and
 * `… +0000` (conventions.md, Envelope). A time without an offset is in UTC, as `Z` is (bookings.md, The clock of the house). Undefined for
 * any other text. A plain `+` may arrive as a blank.
 */
export function parseInstant(text: string): number | undefined {
  const match = instantPattern.exec(text.replace(/ (\d{2}:?\d{2})$/, "+$1"));
  const [, day = "", clock = "", , sign, hours, minutes = "00"] = match ?? [];
  if (parseDay(day) === undefined) return undefined;
  const instant = Date.parse(`${day}T${clock}${sign ? `${sign}${hours}:${minutes}` : "Z"}`);
  return Number.isNaN(instant) || instant < earliest || instant > latest ? undefined : instant;
}

/** The same where a date alone is its midnight in UTC. */
export function parseInstantOrDay(text: string): number | undefined {
  const day = parseDay(text);
  return day === undefined ? parseInstant(text) : instantOnDay(day, 0);
}

/** The day of a date, or of a time at midnight UTC, as clients echo dates that they hold as times; undefined for anything else. */
export function parseDayOrMidnight(text: string): number | undefined {
  const day = parseDay(text);
  if (day !== undefined) return day;
  const instant = parseInstant(text);
  return instant !== undefined && instant % millisecondsPerDay === 0 ? instant / millisecondsPerDay : undefined;
}

const earliest = Date.parse("0001-01-01T00:00:00Z");
const latest = Date.parse("9999-12-31T23:59:59Z");

/** `YYYY-MM-DDTHH:MM:SSZ` of an instant, whole seconds. */
export function formatInstant(instant: number): string {
  return `${new Date(instant).toISOString().slice(0, 19)}Z`;
}

/** A point in time: epoch milliseconds in Roost, whole seconds in UTC outside. */
export function timeValue(): ValueType<number> {
  return {
    title: "Time",
    sqlType: "timestamptz",
    readSchema: Type.String({ format: "date-time" }),
    writeSchema: Type.String({ format: "date-time" }),
    // PostgreSQL writes 2027-01-04 16:00:00[.123]+00 on our connections, which are in UTC.
    toJson: (text) => `"${text.slice(0, 10)}T${text.slice(11, 19)}Z"`,
    accept(input) {
      const instant = typeof input === "string" ? parseInstantOrDay(input.trim()) : undefined;
      if (instant === undefined) return problem("must be a time such as 2027-01-04T16:00:00Z, or a date");
      return { value: Math.floor(instant / 1000) * 1000 };
    },
    toDatabase: (value) => new Date(value).toISOString(),
    fromDatabase: (text) => Date.parse(`${text.slice(0, 10)}T${text.slice(11, 19)}Z`),
    isValue: (candidate) => typeof candidate === "number",
  };
}

/** The end of a range of time, exclusive: a date alone is the next midnight in UTC, so that the whole day is in the range. */
export function endValue(): ValueType<number> {
  const time = timeValue();
  return {
    ...time,
    accept(input) {
      const day = typeof input === "string" ? parseDay(input.trim()) : undefined;
      return day === undefined ? time.accept(input) : { value: Math.min(instantOnDay(day + 1, 0), latest) };
    },
  };
}

/** A calendar day: an epoch day in Roost, `YYYY-MM-DD` outside. */
export function dateValue(): ValueType<number> {
  return {
    title: "Date",
    sqlType: "date",
    readSchema: Type.String({ format: "date" }),
    writeSchema: Type.String({ format: "date" }),
    toJson: (text) => `"${text}"`,
    accept(input) {
      const day = typeof input === "string" ? parseDayOrMidnight(input.trim()) : undefined;
      return day === undefined ? problem("must be a date such as 2027-01-04") : { value: day };
    },
    toDatabase: formatDay,
    fromDatabase(text) {
      const day = parseDay(text);
      if (day === undefined) throw new Error(`A date column held ${text}.`);
      return day;
    },
    isValue: (candidate) => typeof candidate === "number",
  };
}

/** True or false; `"true"` and `"false"` are understood, as forms send them. */
export function booleanValue(): ValueType<boolean> {
  return {
    title: "Boolean",
    sqlType: "boolean",
    readSchema: Type.Boolean(),
    writeSchema: Type.Boolean(),
    toJson: (text) => (text === "t" ? "true" : "false"),
    accept(input) {
      if (input === true || input === "true") return { value: true };
      if (input === false || input === "false") return { value: false };
      return problem("must be true or false");
    },
    toDatabase: (value) => value,
    fromDatabase: (text) => text === "t",
    isValue: (candidate) => typeof candidate === "boolean",
  };
}
