/** A JSON object. */
export type JsonObject = { readonly [name: string]: unknown };

/** Whether a JSON value is an object and not an array. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Parses JSON; undefined for invalid text. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
