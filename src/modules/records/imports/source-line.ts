/** The kinds of records that a file can hold. */
export const importKinds = ["rentals", "clients", "bookings", "payments", "rates"] as const;
export type ImportKind = (typeof importKinds)[number];

/** A record of a file, by column name: text in CSV, any JSON value in JSON lines. */
export interface SourceLine {
  /** Its first line, counted from 1. */
  readonly line: number;
  readonly values: Readonly<Record<string, unknown>>;
}
