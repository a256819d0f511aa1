import Type, { type Static } from "typebox";
import { RequestError } from "../../../kernel/errors.ts";

const texts = Type.Record(Type.String(), Type.String());
const schema = Type.Object(
  {
    /** Their columns' names to ours. */
    columns: Type.Optional(texts),
    /** What each line says beside its own: a line that says something itself wins. */
    constants: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    /** Their values to ours, by our columns' names. */
    values: Type.Optional(Type.Record(Type.String(), texts)),
    /** How their dates are written. */
    dates: Type.Optional(Type.String({ pattern: "^(YYYY|MM|DD)[^A-Za-z0-9]?(YYYY|MM|DD)[^A-Za-z0-9]?(YYYY|MM|DD)$" })),
    /** Their columns that mean nothing here. */
    ignore: Type.Optional(Type.Array(Type.String())),
  },
  { additionalProperties: false },
);

/** How a file of another system is read: its names, its values and its dates, in ours. */
export type Mapping = Static<typeof schema>;

/** Reads a mapping. @throws RequestError 400 naming what is wrong */
export async function readMapping(text: string): Promise<Mapping> {
  const { default: Value } = await import("typebox/value");
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new RequestError("bad_request", "The mapping is not valid JSON.");
  }
  if (Value.Check(schema, parsed)) return parsed;
  const [problem] = Value.Errors(schema, parsed);
  throw new RequestError(
    "bad_request",
    `The mapping is wrong at ${problem?.instancePath || "/"}: ${problem?.message}.`,
  );
}

/** Our names of a line's columns, with their values in ours; blank ones say nothing. */
export function mapped(values: Readonly<Record<string, unknown>>, mapping: Mapping): Record<string, unknown> {
  const ignored = new Set(mapping.ignore);
  const own = Object.entries(values).flatMap(([theirs, value]): [string, unknown][] => {
    if (ignored.has(theirs) || value === "") return [];
    const name = ourName(theirs, mapping);
    const table = mapping.values?.[name];
    const translated = typeof value === "string" && table && Object.hasOwn(table, value) ? table[value] : value;
    return translated === "" ? [] : [[name, translated]];
  });
  return { ...mapping.constants, ...Object.fromEntries(own) };
}

/** Our name of their column. */
export const ourName = (theirs: string, { columns = {} }: Mapping): string =>
  Object.hasOwn(columns, theirs) ? (columns[theirs] ?? theirs) : theirs;

/** Their name of our column. */
export const theirName = (ours: string, { columns = {} }: Mapping): string =>
  Object.entries(columns).find(([, name]) => name === ours)?.[0] ?? ours;

/** A date as we write it, `2027-01-31`, with the hour that it may have; what has another form stays as it is. */
export function isoDate(text: string, { dates }: Mapping): string {
  if (dates === undefined) return text;
  const order = [...dates.matchAll(/YYYY|MM|DD/g)].map(([part]) => part);
  const pattern = dates
    .replace(/[^A-Za-z]/g, "\\$&")
    .replace("YYYY", "(\\d{4})")
    .replace(/MM|DD/g, "(\\d{1,2})");
  const found = new RegExp(`^${pattern}(.*)$`, "s").exec(text);
  if (!found) return text;
  const part = (name: string): string => (found[order.indexOf(name) + 1] ?? "").padStart(2, "0");
  return `${part("YYYY")}-${part("MM")}-${part("DD")}${found[4] ?? ""}`;
}
