import Type from "typebox";
import { formatDay, parseDay } from "../../core/day.ts";
import { problem, type ValueType } from "./value-type.ts";

const instantPattern =
  /^(\d{4}-\d{2}-\d{2})[T ]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?\s?(Z|[+-]([01]\d|2[0-3]):?[0-5]\d)$/i;

/** The instant (epoch milliseconds) of an ISO 8601 text with an offset; undefined when it is none. A plain `+` may arrive as a blank. */
export function parseInstant(text: string): number | undefined {
  const signed = text.replace(/ (\d{2}:?\d{2})$/, "+$1");
  const match = instantPattern.exec(signed);
  if (!match?.[1] || parseDay(match[1]) === undefined) return undefined;
  const normal = signed
    .replace(" ", "T")
    .replace(/\s/g, "")
    .replace(/([+-]\d{2})(\d{2})$/, "$1:$2");
  const instant = Date.parse(normal);
  return Number.isNaN(instant) || instant < earliest || instant > latest ? undefined : instant;
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
      const instant = typeof input === "string" ? parseInstant(input.trim()) : undefined;
      if (instant === undefined) return problem("must be a time such as 2027-01-04T16:00:00Z");
      return { value: Math.floor(instant / 1000) * 1000 };
    },
    toDatabase: (value) => new Date(value).toISOString(),
    fromDatabase: (text) => Date.parse(`${text.slice(0, 10)}T${text.slice(11, 19)}Z`),
    isValue: (candidate) => typeof candidate === "number",
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
      const day = typeof input === "string" ? parseDay(input.trim()) : undefined;
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
