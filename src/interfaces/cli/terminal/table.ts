import { formatInstant } from "../../../kernel/values/time.ts";
import type { CommandOutput } from "./terminal.ts";

/** What a record shows under a name: the same for people and for programs. */
export interface Column<Row> {
  /** The member of the JSON, and with blanks the head of the column. */
  readonly name: string;
  readonly value: (row: Row) => string | number | boolean | null | readonly (string | number)[];
  /** What JSON has instead, where a program needs more than a text. */
  readonly json?: (row: Row) => unknown;
  /** It stands in JSON and where one record is shown, and not in tables, which have to fit a screen. */
  readonly detail?: true;
}

/** A moment for a column: ISO 8601 in whole seconds, UTC. @param at epoch milliseconds */
export const timestampOf = (at: number | null): string | null => (at === null ? null : formatInstant(at));

/** A list: a table with a line for each record, or one sentence where there is none; a list of objects as JSON. */
export function listOutput<Row>(rows: readonly Row[], columns: readonly Column<Row>[], none: string): CommandOutput {
  const shown = columns.filter(({ detail }) => !detail);
  const lines = [shown.map(({ name }) => name.replaceAll("_", " ").toUpperCase())];
  for (const row of rows) lines.push(shown.map(({ value }) => cellOf(value(row))));
  return { text: rows.length === 0 ? none : aligned(lines), json: rows.map((row) => membersOf(row, columns)) };
}

/** One record: a line for each of its values; an object as JSON. */
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
  // What others have written shall not write on the terminal by itself, nor break the line.
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

/** Characters, and not UTF-16 units. */
const lengthOf = (text: string): number => Array.from(text).length;
