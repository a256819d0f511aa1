import { instantOnDay, parseDay } from "../../../core/day.ts";
import { decimalValue, floatValue, integerValue } from "../../values/number.ts";
import { textValue } from "../../values/text.ts";
import { booleanValue, dateValue, timeValue } from "../../values/time.ts";
import { uuidValue } from "../../values/uuid.ts";
import { type Accepted, problem, type ValueType } from "../../values/value-type.ts";

/** A value in the database driver's form. */
export type Bound = string | number | boolean;

type ValueReader = (input: unknown) => Accepted<Bound>;

const times = timeValue();
const lastInstant = Date.parse("9999-12-31T23:59:59Z");

/** Readers of filter values by SQL type. They accept more than writes, which have their own limits. */
const readers: Readonly<Record<string, ValueReader>> = {
  bigint: readerOf(integerValue({ min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER })),
  numeric: readerOf(decimalValue()),
  "double precision": readerOf(floatValue()),
  timestamptz: readerOf(times),
  date: readerOf(dateValue()),
  text: readText(readerOf(textValue({ multiline: true }))),
  boolean: readerOf(booleanValue()),
  uuid: readerOf(uuidValue()),
};

/** Parses a value to compare with a column of this SQL type. */
export function filterValue(sqlType: string, input: unknown): Accepted<Bound> {
  const read = readers[sqlType];
  if (!read) throw new Error(`Values of type ${sqlType} cannot be filtered.`);
  return read(input);
}

/** A time span: the end is exclusive. */
export interface TimeSpan {
  readonly start: string;
  readonly end: string;
}

/** The time span of a text: a date's whole day, or a moment's second. */
export function timeSpan(input: unknown): Accepted<TimeSpan> {
  const day = typeof input === "string" ? parseDay(input.trim()) : undefined;
  const accepted = times.accept(input);
  if ("problem" in accepted) return accepted;
  const start = accepted.value;
  const end = day === undefined ? start + 1000 : instantOnDay(day + 1, 0);
  // The last nameable second ends beyond the last storable year.
  const after = end > lastInstant ? "infinity" : String(times.toDatabase(end));
  return { value: { start: String(times.toDatabase(start)), end: after } };
}

/** In characters. Longer patterns are not meaningful, and can be slow (conventions.md, Bounds). */
const maxPatternLength = 200;

/** A PostgreSQL `like` pattern that matches the text anywhere, literally. */
export function likePattern(text: string): Accepted<string> {
  if ([...text].length > maxPatternLength) return problem(`is too long (maximum is ${maxPatternLength} characters)`);
  return { value: `%${text.replace(/[\\_%]/g, "\\$&")}%` };
}

function readerOf<T>(type: ValueType<T>): ValueReader {
  return (input) => {
    const accepted = type.accept(input);
    return "problem" in accepted ? accepted : { value: type.toDatabase(accepted.value) };
  };
}

/** A number in JSON may be a text in the database. */
function readText(read: ValueReader): ValueReader {
  return (input) => read(typeof input === "number" ? String(input) : input);
}
