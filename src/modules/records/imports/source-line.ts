/** The kinds of records that a file can hold. */
export const importKinds = ["rentals", "clients", "bookings", "rates"] as const;
export type ImportKind = (typeof importKinds)[number];

/** A record of a file, by column name: text in CSV, any JSON value in JSON lines. */
export interface SourceLine {
  /** Its first line, counted from 1. */
  readonly line: number;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Why a line cannot be imported. */
export interface LineProblem {
  readonly line: number;
  /** The file's column name; undefined if the whole line is wrong. */
  readonly column: string | undefined;
  readonly reason: string;
}

/** The result of an import or its preview. */
export interface ImportReport {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly wrong: number;
  /** Clients created for bookings. */
  readonly clients: number;
  /** The first problems. */
  readonly problems: readonly LineProblem[];
}

/** Problems that are reported one by one. */
export const maxProblems = 100;
