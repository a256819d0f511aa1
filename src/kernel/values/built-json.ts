import { isObject } from "./structure.ts";

/** SQL: the day of a date as Roost counts it. */
export const epochDay = (date: string): string => `(${date} - date '1970-01-01')`;

/** The object of a JSON text that an SQL expression has built. */
export function objectIn(text: string): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(text);
  if (!isObject(value)) throw new Error("A JSON text that SQL has built is no object.");
  return value;
}

/** A number in what an SQL expression has built. */
export function numberIn(value: unknown): number {
  if (typeof value !== "number") throw new Error("Something that SQL has built is no number.");
  return value;
}

/** The same where SQL may have found null. */
export function numberOrNullIn(value: unknown): number | null {
  return value === null || value === undefined ? null : numberIn(value);
}

/** The rows in what an SQL expression has built: none where it aggregated nothing. */
export function rowsIn(value: unknown): unknown[][] {
  return Array.isArray(value) ? value.map((row: unknown) => (Array.isArray(row) ? row : [])) : [];
}
