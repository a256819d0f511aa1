import { filled, type Row } from "./csv-rows.ts";
import { decimalSignsOf, readNumber } from "./number-text.ts";

/** A row that holds no record. */
export interface SkippedRow {
  readonly line: number;
  readonly reason: string;
}

/** Skipped rows that a report names. */
export const maxSkipped = 100;

/** Words of a sum row in the console's languages, without case. */
const sumWords = new Set(
  `total totals sum subtotal summe gesamt gesamtsumme insgesamt somme totale totaux suma totales somma totali totaal som soma totais`.split(
    /\s+/,
  ),
);

/** The reason why a row below the names holds no record; undefined if it may hold one. */
export function skipReason(row: Row, names: Row): string | undefined {
  const columns = filled(names);
  const cells = row.cells.filter(Boolean);
  if (columns > 2 && cells.length === 1) return "has one cell only";
  if (columns > 1 && row.cells.every((cell, index) => cell === (names.cells[index] ?? "")))
    return "repeats the names of the columns";
  return columns > 2 && isSum(cells) ? "is a sum" : undefined;
}

/** `Total` beside numbers, and no other text. Numbers are read only where there is such a word. */
function isSum(cells: readonly string[]): boolean {
  const isWord = (cell: string): boolean => cell.length < 20 && sumWords.has(cell.replace(/:$/, "").toLowerCase());
  return (
    cells.some(isWord) &&
    cells.every((cell) => isWord(cell) || decimalSignsOf(cell).some((sign) => readNumber(cell, sign) !== undefined))
  );
}
