import { formatInstant } from "../../../kernel/values/time.ts";
import type { CommandOutput } from "./terminal.ts";

/** One value of a record, in the table and in the JSON. */
export interface Column<Row> {
  /** The JSON member. With spaces for underscores, also the column's heading. */
  readonly name: string;
  readonly value: (row: Row) => string | number | boolean | null | readonly (string | number)[];
  /** The value for JSON, where a program needs more than the text. */
  readonly json?: (row: Row) => unknown;
  /** Shown in JSON and for a single record only, to keep tables narrow. */
  readonly detail?: true;
}

/** Formats a timestamp for a column: ISO 8601 in whole seconds, UTC. @param at epoch milliseconds */
export const timestampOf = (at: number | null): string | null => (at === null ? null : formatInstant(at));

/** Formats records as a table and as JSON. @param none the sentence for an empty list */
export function listOutput<Row>(rows: readonly Row[], columns: readonly Column<Row>[], none: string): CommandOutput {
  const shown = columns.filter(({ detail }) => !detail);
  const lines = [shown.map(({ name }) => name.replaceAll("_", " ").toUpperCase())];
  for (const row of rows) lines.push(shown.map(({ value }) => cellOf(value(row))));
  return { text: rows.length === 0 ? none : aligned(lines), json: rows.map((row) => membersOf(row, columns)) };
}

/** Formats one record, a line for each value, and as JSON. */
export function recordOutput<Row>(row: Row, columns: readonly Column<Row>[]): CommandOutput {
  const lines = columns.map(({ name, value }) => [name.replaceAll("_", " "), cellOf(value(row))]);
  return { text: aligned(lines), json: membersOf(row, columns) };
}

function membersOf<Row>(row: Row, columns: readonly Column<Row>[]): Record<string, unknown> {
  return Object.fromEntries(columns.map(({ name, value, json = value }) => [name, json(row)]));
}

function cellOf(value: ReturnType<Column<unknown>["value"]>): string {
  if (value === null) return "-";
  if (typeof value === "boolean") return value ? "yes" : "no";
  // Stored text may hold control characters: they must not reach the terminal.
  const text = typeof value === "object" ? value.join(", ") : String(value);
  return text === "" ? "-" : text.replace(/\p{C}|\s/gu, " ");
}

function aligned(lines: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const line of lines)
    for (const [index, cell] of line.entries()) widths[index] = Math.max(widths[index] ?? 0, lengthOf(cell));
  return lines
    .map((line) =>
      line
        .map((cell, index) => cell + " ".repeat((widths[index] ?? 0) - lengthOf(cell)))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** Counts characters, not UTF-16 units. */
const lengthOf = (text: string): number => Array.from(text).length;
