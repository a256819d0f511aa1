import { csvOf } from "../../../../src/core/csv.ts";
import { decimalsOf } from "../../../../src/core/money-format.ts";
import type { Separators } from "./formats.ts";

/**
 * Rows as a CSV file for the account's spreadsheets: one that writes decimals with a comma separates cells with semicolons. Without the
 * byte order mark, spreadsheets misread accented letters.
 */
export const csvFileOf = (rows: readonly (readonly string[])[], { decimal }: Separators): Blob =>
  new Blob(["\u{feff}", csvOf(rows, decimal)], { type: "text/csv;charset=utf-8" });

/** An amount as a cell: with all decimals of its currency, without a sign for it. @param amount as in the API, such as `1251.0` */
export const plainAmount = (amount: string | number, currency: string): string =>
  Number(amount).toFixed(decimalsOf(currency));
