/** The kinds of records that a file may hold. */
export const importKinds = ["rentals", "clients", "bookings", "rates"] as const;
export type ImportKind = (typeof importKinds)[number];

/** A record of a file: where it begins, and what it says by the columns' names. Texts in CSV, any JSON value in JSON lines. */
export interface SourceLine {
  /** Counted from 1. */
  readonly line: number;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Why a line cannot be imported. */
export interface LineProblem {
  readonly line: number;
  /** As the file calls it; undefined for the line as a whole. */
  readonly column: string | undefined;
  readonly reason: string;
}

/** What an import did, or would do. */
export interface ImportReport {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly wrong: number;
  /** Clients that were made for bookings. */
  readonly clients: number;
  /** The first of them. */
  readonly problems: readonly LineProblem[];
}

/** The most problems that are told one by one. */
export const mostProblems = 100;
