import { isUtf8 } from "node:buffer";
import { unguarded } from "../../../core/csv.ts";
import { RequestError } from "../../../kernel/errors.ts";
import { isObject } from "../../../kernel/values/structure.ts";
import type { SourceLine } from "./source-line.ts";

/** The most lines of a file. */
const mostLines = 200_000;

const refused = (sentence: string): RequestError => new RequestError("bad_request", sentence);

/**
 * Reads a file of CSV, with the columns' names in its first line, or of JSON lines, one object each.
 * @throws RequestError 400, saying which line cannot be read
 */
export async function readLines(bytes: Buffer): Promise<SourceLine[]> {
  if (bytes.subarray(0, 2).equals(Buffer.from([0xff, 0xfe])) || bytes.subarray(0, 2).equals(Buffer.from([0xfe, 0xff])))
    throw refused("The file is UTF-16: save it as UTF-8.");
  if (!isUtf8(bytes)) throw refused("The file is not UTF-8: save it as UTF-8.");
  const text = bytes.toString("utf8").replace(/^\uFEFF/, "");
  const lines = /^\s*\{/.test(text) ? jsonLines(text) : await csvLines(text);
  if (lines.length > mostLines)
    throw refused(`The file has ${lines.length} lines; at most ${mostLines} are imported at once.`);
  return lines;
}

function jsonLines(text: string): SourceLine[] {
  return text.split("\n").flatMap((content, index) => {
    if (content.trim() === "") return [];
    return [{ line: index + 1, values: objectOf(content, index + 1) }];
  });
}

function objectOf(content: string, line: number): Record<string, unknown> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(content);
  } catch {
    // What the parser quotes may be somebody's address.
    throw refused(`Line ${line} is not valid JSON.`);
  }
  if (!isObject(parsed)) throw refused(`Line ${line} must be a JSON object.`);
  return flattened(parsed);
}

/** Objects inside become columns with dots, as CSV has them: `{"client":{"email":…}}` is `client.email`. */
function flattened(object: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const entries = Object.entries(object).flatMap(([name, value]): [string, unknown][] =>
    name === "client" && isObject(value)
      ? Object.entries(value).map(([inner, one]): [string, unknown] => [`${name}.${inner}`, one])
      : [[name, value]],
  );
  return Object.fromEntries(entries);
}

async function csvLines(text: string): Promise<SourceLine[]> {
  const { parse, CsvError } = await import("csv-parse/sync");
  try {
    const rows: unknown = parse(text, {
      delimiter: delimiterOf(text),
      info: true,
      skip_empty_lines: true,
      trim: true,
      relax_column_count: false,
    });
    return Array.isArray(rows) ? withNames(rows) : [];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw refused(`Line ${String(error.lines ?? "?")} cannot be read as CSV (${error.code}).`);
  }
}

/** The columns have the names of the first row; a column without a name, or with another's, cannot be told. */
function withNames(rows: readonly unknown[]): SourceLine[] {
  const [head, ...records] = rows.map(recordOf);
  const names = head?.cells ?? [];
  const doubled = names.find((name, index) => name === "" || names.indexOf(name) !== index);
  if (doubled === "") throw refused("A column of the first line has no name.");
  if (doubled !== undefined) throw refused(`Two columns are called ${doubled}.`);
  return records.map(({ line, cells }) => ({
    line,
    values: Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ""])),
  }));
}

/** A record with the number of the line that it ends on, which is its own unless a text in it has several. */
function recordOf(row: unknown): { line: number; cells: string[] } {
  if (!isObject(row) || !Array.isArray(row.record) || !isObject(row.info))
    throw new Error("A CSV row has another form.");
  const cells = row.record.map(String);
  const breaks = cells.join("").split("\n").length - 1;
  return { line: Number(row.info.lines) - breaks, cells: cells.map(unguarded) };
}

/** Of what spreadsheets write, the one that the first line has most of, outside of quotes. */
function delimiterOf(text: string): string {
  const [first = ""] = text.split("\n", 1);
  const bare = first.replace(/"[^"]*"/g, "");
  const count = (delimiter: string): number => bare.split(delimiter).length;
  return [",", ";", "\t", "|"].reduce((best, one) => (count(one) > count(best) ? one : best));
}
