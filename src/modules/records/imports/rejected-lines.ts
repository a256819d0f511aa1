import { csvOf } from "../../../core/csv.ts";
import type { SourceLine } from "./source-line.ts";

/** The wrong lines of a file as CSV with its own columns and a column of reasons: to correct, and to import again. */
export function rejectedLines(lines: readonly SourceLine[], reasons: ReadonlyMap<number, readonly string[]>): string {
  const wrong = lines.filter(({ line }) => reasons.has(line));
  const columns = [...new Set(wrong.flatMap(({ values }) => Object.keys(values)))];
  const rows = wrong.map(({ line, values }) => [
    ...columns.map((column) => textOf(values[column])),
    (reasons.get(line) ?? []).join("; "),
  ]);
  return csvOf([[...columns, "reasons"], ...rows]);
}

const textOf = (value: unknown): string =>
  typeof value === "string" ? value : value === undefined ? "" : JSON.stringify(value);
