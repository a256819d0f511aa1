import Type, { type Static } from "typebox";
import { Check, Errors } from "typebox/schema";
import { RequestError } from "../../../kernel/errors.ts";
import { dateFormatPattern } from "./reading/date-text.ts";
import { encodings } from "./reading/decode-file.ts";
import type { SourceLine } from "./source-line.ts";

const texts = Type.Record(Type.String(), Type.String());
const dateFormat = Type.String({ pattern: dateFormatPattern });
export const mappingSchema = Type.Object(
  {
    /** Roost's column names by the file's. */
    columns: Type.Optional(texts),
    /** Values for every line. A line's own value wins. */
    constants: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    /** Roost's values by the file's, for each of Roost's columns. */
    values: Type.Optional(Type.Record(Type.String(), texts)),
    /** The file's date format, or one for each column. */
    dates: Type.Optional(Type.Union([dateFormat, Type.Record(Type.String(), dateFormat)])),
    /** The file's decimal sign. */
    decimal: Type.Optional(Type.Enum([".", ","], { type: "string" })),
    encoding: Type.Optional(Type.Enum([...encodings], { type: "string" })),
    /** Rows above the names of the columns. */
    skip_rows: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
    /** Each line of a booking is a payment: its total was paid at paid_at, and the booking's is the sum. */
    payment_lines: Type.Optional(Type.Boolean()),
    /** The file's columns to skip. */
    ignore: Type.Optional(Type.Array(Type.String())),
  },
  { additionalProperties: false },
);

/** Translates another system's column names, values and dates. */
export type Mapping = Static<typeof mappingSchema>;

/** Parses a mapping's JSON text. @throws RequestError 400 with the first problem */
export function readMapping(text: string): Mapping {
  const read = acceptMapping(text);
  if ("problem" in read) throw new RequestError("bad_request", `The mapping ${read.problem}.`);
  return read.value;
}

/** Checks a mapping: an object, or its JSON text as forms send it. */
export function acceptMapping(input: unknown): { readonly value: Mapping } | { readonly problem: string } {
  let parsed = input;
  try {
    if (typeof input === "string") parsed = JSON.parse(input);
  } catch {
    return { problem: "is not valid JSON" };
  }
  if (isMapping(parsed)) return { value: parsed };
  const [, [found]] = Errors(mappingSchema, parsed);
  return { problem: `is not valid at ${found?.instancePath || "/"}: ${found?.message ?? "unknown"}` };
}

export const isMapping = (candidate: unknown): candidate is Mapping => Check(mappingSchema, candidate);

/** Names a line's columns and values as Roost does, and leaves out blank cells. */
export type LineMapper = (line: SourceLine) => SourceLine;

/** Other systems write null where they know nothing. */
const isBlank = (value: unknown): boolean => value === null || (typeof value === "string" && value.trim() === "");

/** Renames the values of lines by a mapping. */
export function lineMapper(mapping: Mapping): LineMapper {
  const ignored = new Set(mapping.ignore);
  return ({ line, values }) => {
    const own = Object.entries(values).flatMap(([theirs, value]): [string, unknown][] => {
      if (ignored.has(theirs) || isBlank(value)) return [];
      const name = ourName(theirs, mapping);
      const table = mapping.values?.[name];
      const translated = typeof value === "string" && table && Object.hasOwn(table, value) ? table[value] : value;
      return translated === "" ? [] : [[name, translated]];
    });
    return { line, values: { ...mapping.constants, ...Object.fromEntries(own) } };
  };
}

/** Roost's name for a column of the file. */
export const ourName = (theirs: string, { columns = {} }: Mapping): string =>
  Object.hasOwn(columns, theirs) ? (columns[theirs] ?? theirs) : theirs;

/** The file's name for a column of Roost. */
export const theirName = (ours: string, { columns = {} }: Mapping): string =>
  Object.entries(columns).find(([, name]) => name === ours)?.[0] ?? ours;
