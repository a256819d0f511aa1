import { csvOf } from "../../../../src/core/csv.ts";

/** Rows as a CSV file. Without the mark at its beginning, spreadsheets take letters for those of another alphabet. */
export const csvFileOf = (rows: readonly (readonly string[])[]): Blob =>
  new Blob(["\u{feff}", csvOf(rows)], { type: "text/csv;charset=utf-8" });
