import { RequestError } from "../../../../kernel/errors.ts";
import type { LineFile, SourceLine } from "../source-line.ts";
import { type CsvForm, csvRows, filled, type Row } from "./csv-rows.ts";
import { maxSkipped, type SkippedRow, skipReason } from "./skipped-row.ts";

/** The records of a table below its names, and the rows that were left out. */
export interface Table extends LineFile {
  /** The number of records. */
  readonly count: number;
  /** Null for JSON lines. */
  readonly delimiter: string | null;
  /** The first ones. */
  readonly skipped: readonly SkippedRow[];
}

/** The row of names, and its index among the rows that are not empty. */
interface Head {
  readonly names: Row;
  readonly index: number;
}

const unreadable = (sentence: string): RequestError => new RequestError("bad_request", sentence);

/**
 * Reads a CSV file: any of four delimiters, a `sep=` line, titles above the names, empty rows and sum rows.
 * @param bytes UTF-8 without a byte order mark
 * @param skipRows rows above the names, if the file's own are to be named
 * @throws RequestError 400 with the unreadable line
 */
export async function csvTable(bytes: Buffer, skipRows?: number): Promise<Table> {
  const start = bytes.subarray(0, 10_000).toString("utf8");
  const [line = "", separator] = /^sep=(.)\r?\n/i.exec(start) ?? [];
  const delimiter = separator ?? delimiterOf(start);
  const linesAbove = separator === undefined ? 0 : 1;
  const form = { bytes: withoutFormulas(bytes.subarray(line.length), delimiter), delimiter, linesAbove };
  const skipped: SkippedRow[] = [];
  const head = await headOf(form, skipRows, skipped);
  if (!head) return { names: [], batches: noLines, count: 0, delimiter, skipped: [] };
  const names = namesOf(head.names);
  const count = await checkRows(form, head, skipped);
  return {
    names: names.map(({ name }) => name),
    async *batches() {
      for await (const rows of rowsBelow(form, head)) yield rows.flatMap((row) => lineOf(row, head.names, names));
    },
    ...{ count, delimiter, skipped },
  };
}

/** Writes `="007"`, by which systems keep a spreadsheet from shortening a text, as `"007"`. */
function withoutFormulas(bytes: Buffer, delimiter: string): Buffer {
  if (!bytes.includes('="')) return bytes;
  const edge = `\\${delimiter}\r\n`;
  const formula = new RegExp(`(^|[${edge}])="((?:[^"\r\n]|"")*)"(?=[${edge}]|$)`, "g");
  return Buffer.from(bytes.toString("latin1").replace(formula, '$1"$2"'), "latin1");
}

async function* noLines(): AsyncGenerator<readonly SourceLine[]> {}

/** Finds the row of names: the named one, or else the first with at least two cells, unless no row has two. */
async function headOf(form: CsvForm, skipRows: number | undefined, titles: SkippedRow[]): Promise<Head | undefined> {
  let first: Row | undefined;
  let index = 0;
  for await (const rows of csvRows(form))
    for (const row of rows) {
      if (skipRows === undefined ? filled(row) > 1 : row.line - form.linesAbove > skipRows)
        return { names: row, index };
      first ??= row;
      if (titles.length < maxSkipped) titles.push({ line: row.line, reason: "is above the names of the columns" });
      index++;
    }
  titles.length = 0;
  return first && skipRows === undefined ? { names: first, index: 0 } : undefined;
}

async function* rowsBelow(form: CsvForm, { index }: Head): AsyncGenerator<readonly Row[]> {
  let above = index + 1;
  for await (const rows of csvRows(form)) {
    yield above === 0 ? rows : rows.slice(above);
    above = Math.max(0, above - rows.length);
  }
}

/** A column with a name. */
interface NamedColumn {
  readonly name: string;
  readonly index: number;
}

/** A further column of the same name gets a number, so that a mapping can tell them apart. */
function namesOf({ cells }: Row): NamedColumn[] {
  const written = new Set(cells);
  const counts = new Map<string, number>();
  return cells.flatMap((cell, index) => {
    if (cell === "") return [];
    let count = (counts.get(cell) ?? 0) + 1;
    while (count > 1 && written.has(`${cell} (${count})`)) count++;
    counts.set(cell, count);
    return [{ name: count === 1 ? cell : `${cell} (${count})`, index }];
  });
}

/** Checks that each value has a column with a name. @returns the number of records */
async function checkRows(form: CsvForm, head: Head, skipped: SkippedRow[]): Promise<number> {
  const { names } = head;
  let count = 0;
  for await (const rows of rowsBelow(form, head))
    for (const row of rows) {
      const reason = skipReason(row, names);
      if (reason === undefined) {
        assertNamed(row, names, count === 0);
        count++;
      } else if (skipped.length < maxSkipped) skipped.push({ line: row.line, reason });
    }
  return count;
}

/** A first record with too many cells says that the names are elsewhere; a later one is wrong by itself. */
function assertNamed(row: Row, names: Row, isFirst: boolean): void {
  const index = row.cells.findIndex((cell, column) => cell !== "" && names.cells[column] === "");
  if (index >= 0)
    throw unreadable(`Column ${index + 1} has no name in line ${names.line}, but a value in line ${row.line}.`);
  const fault = faultOf(row, names);
  if (isFirst && fault !== undefined) throw unreadable(`Line ${row.line} ${fault}.`);
}

function faultOf({ cells }: Row, names: Row): string | undefined {
  const index = cells.findIndex((cell, column) => cell !== "" && column >= names.cells.length);
  return index < 0 ? undefined : `has ${index + 1} cells, but line ${names.line} names ${names.cells.length} columns`;
}

function lineOf(row: Row, names: Row, columns: readonly NamedColumn[]): SourceLine[] {
  if (skipReason(row, names) !== undefined) return [];
  const values = Object.fromEntries(columns.map(({ name, index }) => [name, row.cells[index] ?? ""]));
  const fault = faultOf(row, names);
  return [{ line: row.line, values, ...(fault === undefined ? {} : { fault }) }];
}

/** Rows that show the delimiter. */
const shownRows = 20;

/** The delimiter that gives most rows the same number of cells, outside quotes: a decimal comma does not. */
function delimiterOf(text: string): string {
  const rows = text
    .replace(/"[^"]*"/g, "")
    .split(/\r\n|\n|\r/, shownRows)
    .filter((row) => row.trim() !== "");
  const rate = (delimiter: string): number => {
    const cells = rows.map((row) => row.split(delimiter).length).filter((count) => count > 1);
    const alike = [...Map.groupBy(cells, (count) => count)].map(([count, found]) => [found.length, count] as const);
    return Math.max(0, ...alike.map(([found, count]) => found * text.length + count));
  };
  return [",", ";", "\t", "|"].reduce((best, one) => (rate(one) > rate(best) ? one : best));
}
