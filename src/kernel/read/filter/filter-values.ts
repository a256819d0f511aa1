import { instantOnDay, parseDay } from "../../../core/day.ts";
import { decimalValue, floatValue, integerValue } from "../../values/number.ts";
import { textValue } from "../../values/text.ts";
import { booleanValue, dateValue, timeValue } from "../../values/time.ts";
import { uuidValue } from "../../values/uuid.ts";
import { type Accepted, problem, type ValueType } from "../../values/value-type.ts";

/** A value as the database's driver takes it. */
export type Bound = string | number | boolean;

type ValueReader = (input: unknown) => Accepted<Bound>;

const times = timeValue();
const lastInstant = Date.parse("9999-12-31T23:59:59Z");

/** How a filter's values of an SQL type are read: wider than a write, which has limits of its own. */
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

/** Reads one value that is compared with a column of an SQL type; the problem says what it must be. */
export function filterValue(sqlType: string, input: unknown): Accepted<Bound> {
  const read = readers[sqlType];
  if (!read) throw new Error(`Nothing of the type ${sqlType} can be filtered by.`);
  return read(input);
}

/** A span of time: from a moment to another, which is not in it. */
export interface TimeSpan {
  readonly start: string;
  readonly end: string;
}

/** The span that a time names: a date the whole day, a moment its second, which is all that is shown of it. */
export function timeSpan(input: unknown): Accepted<TimeSpan> {
  const day = typeof input === "string" ? parseDay(input.trim()) : undefined;
  const accepted = times.accept(input);
  if ("problem" in accepted) return accepted;
  const start = accepted.value;
  const end = day === undefined ? start + 1000 : instantOnDay(day + 1, 0);
  // The last second that a time can name ends with the last year that there is.
  const after = end > lastInstant ? "infinity" : String(times.toDatabase(end));
  return { value: { start: String(times.toDatabase(start)), end: after } };
}

/** A longer text looks for nothing that a person means, and can take long (conventions.md, Bounds). */
const longestPattern = 200;

/** The pattern of a text that is looked for anywhere, as PostgreSQL's `like` takes it: each of its characters stands for itself. */
export function likePattern(text: string): Accepted<string> {
  if ([...text].length > longestPattern) return problem(`is too long (maximum is ${longestPattern} characters)`);
  return { value: `%${text.replace(/[\\_%]/g, "\\$&")}%` };
}

function readerOf<T>(type: ValueType<T>): ValueReader {
  return (input) => {
    const accepted = type.accept(input);
    return "problem" in accepted ? accepted : { value: type.toDatabase(accepted.value) };
  };
}

/** What looks like a number in JSON may be a text in the database. */
function readText(read: ValueReader): ValueReader {
  return (input) => read(typeof input === "number" ? String(input) : input);
}
