import type { TSchema } from "typebox";
import type { ClosedSet } from "../../core/closed-set.ts";

/** The result of checking a client's value: the value in Roost's form, or the problem with it. */
export type Accepted<T> = { readonly value: T } | { readonly problem: string };

/**
 * A value type and its forms: in a client's JSON, in Roost (`T`), in the database's text, and in our JSON. `accept` and `isValue` take any
 * input without throwing.
 */
export interface ValueType<T> {
  /** Its only texts; absent: any that `accept` takes. */
  readonly values?: readonly string[];
  /** The only values that a search can match; absent: any. */
  readonly among?: ClosedSet;
  /**
   * Reads a filter's value where the JSON is derived from the column's value; the comparison is exact. Without it, such a type cannot be
   * filtered by.
   */
  readonly readFilterValue?: (input: unknown) => Accepted<string | number | boolean>;
  /** SQL of the instant of a stored reading of the rental's clock, which a filter's time with an offset is compared with. */
  readonly instantOf?: (column: string) => string;
  /** The catalogue's name of the type: Integer, String, Decimal, Time … */
  readonly title: string;
  /** The PostgreSQL type of its parameters. */
  readonly sqlType: string;
  /** JSON Schema of a value in an answer, without null. */
  readonly readSchema: TSchema;
  /** JSON Schema of a value in a write, without null. */
  readonly writeSchema: TSchema;
  /** For a translated text: the JSON Schema of one locale's text. */
  readonly localeSchema?: TSchema;
  /** The JSON text of a database text that is not null. This is a hot path: it must not allocate objects. */
  readonly toJson: (databaseText: string) => string;
  /** Checks a JSON value that is not null. */
  accept(input: unknown): Accepted<T>;
  /** A value's text or scalar for the database. */
  toDatabase(value: T): string | number | boolean;
  /** Parses a database text. */
  fromDatabase(databaseText: string): T;
  isValue(candidate: unknown): candidate is T;
}

export function problem(sentence: string): { readonly problem: string } {
  return { problem: sentence };
}

/** The JSON text of a string. Most strings need no escaping and take the fast path. */
export function quoted(text: string): string {
  return needsEscaping.test(text) ? JSON.stringify(text) : `"${text}"`;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON requires control characters to be escaped
const needsEscaping = /["\\\u0000-\u001f\ud800-\udfff]/;
