import Type from "typebox";
import { formatDay, instantOnDay, millisecondsPerDay, parseDay } from "../../core/day.ts";
import { problem, type ValueType } from "./value-type.ts";

const instantPattern =
  /^(\d{4}-\d{2}-\d{2})[T ]((?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?) ?(?:(Z|UTC|GMT)|([+-])([01]\d|2[0-3])(?::?([0-5]\d))?)?$/i;

/** A time in epoch milliseconds, and whether its text names an offset other than UTC's. */
export interface WrittenTime {
  readonly at: number;
  /** With such an offset it is an instant in every time zone; without, it may be a reading of a clock elsewhere. */
  readonly hasOffset: boolean;
}

/**
 * Parses a time: ISO 8601, or a client library's form such as `2027-02-03 15:00:00 UTC` (conventions.md, Envelope). Without an offset it
 * is in UTC. A `+` may arrive as a blank. Undefined for any other text.
 */
export function parseTime(text: string): WrittenTime | undefined {
  const match = instantPattern.exec(text.replace(/(:[\d.]+ ?) (\d{2}:?\d{2})$/, "$1+$2"));
  const [, day = "", clock = "", , sign, hours = "00", minutes = "00"] = match ?? [];
  if (parseDay(day) === undefined) return undefined;
  const at = Date.parse(`${day}T${clock}${sign ? `${sign}${hours}:${minutes}` : "Z"}`);
  if (Number.isNaN(at) || at < earliest || at > latest) return undefined;
  return { at, hasOffset: Number(hours) + Number(minutes) > 0 };
}

/** The same, as an instant in epoch milliseconds. */
export const parseInstant = (text: string): number | undefined => parseTime(text)?.at;

/** The same, and a date without a time is its midnight in UTC. */
export function parseInstantOrDay(text: string): number | undefined {
  const day = parseDay(text);
  return day === undefined ? parseInstant(text) : instantOnDay(day, 0);
}

/** The epoch day of a date, or of a time at midnight UTC: clients may hold dates as times. Undefined for any other text. */
export function parseDayOrMidnight(text: string): number | undefined {
  const day = parseDay(text);
  if (day !== undefined) return day;
  const instant = parseInstant(text);
  return instant !== undefined && instant % millisecondsPerDay === 0 ? instant / millisecondsPerDay : undefined;
}

const earliest = Date.parse("0001-01-01T00:00:00Z");
const latest = Date.parse("9999-12-31T23:59:59Z");

/** Formats an instant as `YYYY-MM-DDTHH:MM:SSZ`. */
export function formatInstant(instant: number): string {
  return `${new Date(instant).toISOString().slice(0, 19)}Z`;
}

/** A point in time: epoch milliseconds in Roost, whole seconds in UTC in the API. */
export function timeValue(): ValueType<number> {
  return {
    title: "Time",
    sqlType: "timestamptz",
    readSchema: Type.String({ format: "date-time" }),
    writeSchema: Type.String({ format: "date-time" }),
    // Our connections are in UTC: PostgreSQL writes 2027-01-04 16:00:00[.123]+00.
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

/** The exclusive end of a time range. A date without a time means the next midnight in UTC, which includes the whole day. */
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

/** A calendar day: an epoch day in Roost, `YYYY-MM-DD` in the API. */
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
      if (day === undefined) throw new Error(`A date column holds ${text}.`);
      return day;
    },
    isValue: (candidate) => typeof candidate === "number",
  };
}

/** True or false. Accepts `"true"` and `"false"`, which forms send. */
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
