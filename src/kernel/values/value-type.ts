import type { TSchema } from "typebox";
import type { ClosedSet } from "../../core/closed-set.ts";

/** What came of a value that a client sent: the value in Roost's own form, or the sentence that says what is wrong with it. */
export type Accepted<T> = { readonly value: T } | { readonly problem: string };

/**
 * One kind of value and its forms: in a client's JSON, in Roost (`T`), in the database's text, in our JSON.
 * The methods are total: `accept` answers with a problem, and `isValue` decides for anything.
 */
export interface ValueType<T> {
  /** The only texts that there are of it; absent: any that `accept` takes. */
  readonly values?: readonly string[];
  /** The only values that a search can be for; absent: any. */
  readonly among?: ClosedSet;
  /**
   * How a filter's value is read where the JSON is made of the column's value and is not its text: then it is compared exactly, as what
   * this answers. Absent: a kind whose JSON is something else cannot be filtered by.
   */
  readonly sought?: (input: unknown) => Accepted<string | number | boolean>;
  /** The word of the registry: Integer, String, Decimal, Time … */
  readonly title: string;
  /** PostgreSQL type that a parameter of this value is cast to. */
  readonly sqlType: string;
  /** JSON Schema of what is read, without null. */
  readonly readSchema: TSchema;
  /** JSON Schema of what may be written, without null. */
  readonly writeSchema: TSchema;
  /** For a text by locale: JSON Schema of one locale's. */
  readonly localeSchema?: TSchema;
  /** The JSON text of a database text that is not null. On the hot path: no objects, no parsing beyond need. */
  readonly toJson: (databaseText: string) => string;
  /** Checks a JSON value that is not null. */
  accept(input: unknown): Accepted<T>;
  /** The database's text (or JSON-compatible scalar) of a value. */
  toDatabase(value: T): string | number | boolean;
  /** The value of a database text. */
  fromDatabase(databaseText: string): T;
  isValue(candidate: unknown): candidate is T;
}

export function problem(sentence: string): { readonly problem: string } {
  return { problem: sentence };
}

/** The JSON text of a string; most strings need no escaping and skip the general path. */
export function quoted(text: string): string {
  return needsEscaping.test(text) ? JSON.stringify(text) : `"${text}"`;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what JSON makes us escape
const needsEscaping = /["\\\u0000-\u001f\ud800-\udfff]/;
