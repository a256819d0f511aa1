import { isObject } from "./structure.ts";

/** SQL: a date's epoch day. */
export const epochDay = (date: string): string => `(${date} - date '1970-01-01')`;

/** Parses the JSON object that an SQL expression built. */
export function objectIn(text: string): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(text);
  if (!isObject(value)) throw new Error("SQL built a JSON text that is not an object.");
  return value;
}

/** A number in JSON that SQL built. */
export function numberIn(value: unknown): number {
  if (typeof value !== "number") throw new Error("SQL built a value that is not a number.");
  return value;
}

/** The same where SQL may return null. */
export function numberOrNullIn(value: unknown): number | null {
  return value === null || value === undefined ? null : numberIn(value);
}

/** The rows in JSON that SQL built: empty where it aggregated nothing. */
export function rowsIn(value: unknown): unknown[][] {
  return Array.isArray(value) ? value.map((row: unknown) => (Array.isArray(row) ? row : [])) : [];
}
