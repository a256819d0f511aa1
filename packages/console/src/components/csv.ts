import { csvOf } from "../../../../src/core/csv.ts";

/** Rows as a CSV file. Without the byte order mark, spreadsheets misread accented letters. */
export const csvFileOf = (rows: readonly (readonly string[])[]): Blob =>
  new Blob(["\u{feff}", csvOf(rows)], { type: "text/csv;charset=utf-8" });
