import { unguarded } from "../../../../core/csv.ts";
import { RequestError } from "../../../../kernel/errors.ts";
import { isObject } from "../../../../kernel/values/structure.ts";
import type { SourceLine } from "../source-line.ts";

/** The lines of a table below its names, and the rows that were left out. */
export interface Table {
  readonly lines: SourceLine[];
  /** The columns in the file's order. */
  readonly names: readonly string[];
  /** Null for JSON lines. */
  readonly delimiter: string | null;
  readonly skipped: readonly SkippedRow[];
}

/** A row that holds no record. */
export interface SkippedRow {
  readonly line: number;
  readonly reason: string;
}

interface Row {
  readonly line: number;
  readonly cells: readonly string[];
}

const unreadable = (sentence: string): RequestError => new RequestError("bad_request", sentence);

/**
 * Reads a CSV file: any of four delimiters, a `sep=` line, titles above the names, empty rows and sum rows.
 * @param skipRows rows above the names, if the file's own are to be named
 * @throws RequestError 400 with the unreadable line
 */
export async function csvTable(text: string, skipRows?: number): Promise<Table> {
  const [line = "", separator] = /^sep=(.)\r?\n/i.exec(text) ?? [];
  const body = text.slice(line.length);
  const delimiter = separator ?? delimiterOf(body);
  const rows = await rowsOf(body, delimiter, separator === undefined ? 0 : 1);
  const head = skipRows === undefined ? headOf(rows) : skipRows;
  const names = rows[head];
  if (!names) return { lines: [], names: [], delimiter, skipped: [] };
  const titles = rows.slice(0, head).map(({ line }) => ({ line, reason: "is above the names of the columns" }));
  return { ...linesBelow(names, rows.slice(head + 1)), delimiter, ...below(titles, names, rows.slice(head + 1)) };
}

function below(titles: readonly SkippedRow[], names: Row, rows: readonly Row[]): Pick<Table, "skipped"> {
  const sums = rows.filter((row) => isSum(row, names)).map(({ line }) => ({ line, reason: "has one cell only" }));
  return { skipped: [...titles, ...sums] };
}

/** A row below the names with a single cell among three or more is a sum or a remark. */
const isSum = ({ cells }: Row, names: Row): boolean => filled(names) > 2 && cells.filter(Boolean).length === 1;

const filled = ({ cells }: Row): number => cells.filter(Boolean).length;

function linesBelow(names: Row, rows: readonly Row[]): Pick<Table, "lines" | "names"> {
  const records = rows.filter((row) => !isSum(row, names));
  const columns = names.cells.map((name, index) => ({ name, index }));
  const used = (index: number): Row | undefined => records.find(({ cells }) => (cells[index] ?? "") !== "");
  for (const { name, index } of columns) {
    const other = columns.find((one) => one.name === name && one.index < index);
    if (name !== "" && other) throw unreadable(`Two columns have the name ${name}.`);
    const row = name === "" ? used(index) : undefined;
    if (row)
      throw unreadable(`Column ${index + 1} has no name in line ${names.line}, but a value in line ${row.line}.`);
  }
  const named = columns.filter(({ name }) => name !== "");
  const lines = records.map(({ line, cells }) => {
    const extra = cells.findIndex((cell, index) => cell !== "" && index >= names.cells.length);
    if (extra >= 0)
      throw unreadable(
        `Line ${line} has ${extra + 1} cells, but line ${names.line} names ${names.cells.length} columns.`,
      );
    return { line, values: Object.fromEntries(named.map(({ name, index }) => [name, cells[index] ?? ""])) };
  });
  return { lines, names: named.map(({ name }) => name) };
}

/** The index of the row of names: the first with at least two cells, unless no row has two. */
function headOf(rows: readonly Row[]): number {
  const index = rows.findIndex((row) => filled(row) > 1);
  return Math.max(index, 0);
}

async function rowsOf(text: string, delimiter: string, linesAbove: number): Promise<Row[]> {
  const { parse, CsvError } = await import("csv-parse/sync");
  try {
    const rows: unknown = parse(text, {
      ...{ delimiter, info: true, trim: true, relax_column_count: true },
      ...{ skip_empty_lines: true, record_delimiter: ["\r\n", "\n", "\r"] },
    });
    const read = Array.isArray(rows) ? rows.map((row) => rowOf(row, linesAbove)) : [];
    return read.filter((row) => filled(row) > 0);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw unreadable(`Line ${String(error.lines ?? "?")} cannot be read: a quotation mark is missing or out of place.`);
  }
}

/** A row with the number of its first line; the parser reports the last. */
function rowOf(row: unknown, linesAbove: number): Row {
  if (!isObject(row) || !Array.isArray(row.record) || !isObject(row.info))
    throw new Error("The CSV parser returned a row in an unknown form.");
  const cells = row.record.map(String);
  const breaks = cells.join("").split("\n").length - 1;
  return { line: Number(row.info.lines) - breaks + linesAbove, cells: cells.map(unguarded) };
}

/** The delimiter that occurs most often in the first row with one, outside quotes. */
function delimiterOf(text: string): string {
  const bare = text.slice(0, 10_000).replace(/"[^"]*"/g, "");
  const count = (delimiter: string): number =>
    Math.max(...bare.split(/\r\n|\n|\r/, 10).map((row) => row.split(delimiter).length));
  return [",", ";", "\t", "|"].reduce((best, one) => (count(one) > count(best) ? one : best));
}
