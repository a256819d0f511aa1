import type { Sample } from "./sample.ts";
import type { SourceLine } from "./source-line.ts";

/** The reason why a line cannot be imported. */
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
  /** Lines whose guest was forgotten: their personal data was left out. */
  readonly forgotten: number;
  readonly forgottenLines: readonly number[];
  /** Lines that reinstate a canceled booking. */
  readonly reinstatedLines: readonly number[];
  /** The first problems. */
  readonly problems: readonly LineProblem[];
  /** The problems of each wrong line, by its number. */
  readonly reasons: ReadonlyMap<number, readonly string[]>;
  /** A file's bookings as the import read them. */
  readonly sample: Sample | undefined;
  /** The first lines as they were read. */
  readonly first: readonly SourceLine[];
}

/** Problems that are reported one by one. */
export const maxProblems = 100;

/** The warning about a line that reinstates a canceled booking. */
export const reinstatedReason = "the booking was canceled: the line reinstates it";
