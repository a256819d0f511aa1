/** The kinds of records that a file can hold. */
export const importKinds = ["rentals", "clients", "bookings", "payments", "rates"] as const;
export type ImportKind = (typeof importKinds)[number];

/** A record of a file, by column name: text in CSV, any JSON value in JSON lines. */
export interface SourceLine {
  /** Its first line, counted from 1. */
  readonly line: number;
  readonly values: Readonly<Record<string, unknown>>;
  /** The reason why the whole line cannot be read. */
  readonly fault?: string;
}

/** A file's records. Each pass parses them again: no line outlives its batch. */
export interface LineFile {
  /** The columns, in the file's order. */
  readonly names: readonly string[];
  /** The records in the file's order. Other requests run in between. */
  readonly batches: () => AsyncIterable<readonly SourceLine[]>;
}

/** A line whose cells are read: numbers as `-1412.50`, dates as `2027-12-01`, codes in upper case. */
export interface ReadLine extends SourceLine {
  /** The currencies beside the line's amounts, by Roost's column. */
  readonly currencies: ReadonlyMap<string, readonly string[]>;
}
