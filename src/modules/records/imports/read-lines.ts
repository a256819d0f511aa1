import { isUtf8 } from "node:buffer";
import { unguarded } from "../../../core/csv.ts";
import { RequestError } from "../../../kernel/errors.ts";
import { isObject } from "../../../kernel/values/structure.ts";
import type { SourceLine } from "./source-line.ts";

/** Maximum lines per file. */
const maxLines = 200_000;

const unreadable = (sentence: string): RequestError => new RequestError("bad_request", sentence);

/**
 * Reads a CSV file with column names in its first line, or JSON lines with one object each.
 * @throws RequestError 400 with the unreadable line
 */
export async function readLines(bytes: Buffer): Promise<SourceLine[]> {
  if (bytes.subarray(0, 2).equals(Buffer.from([0xff, 0xfe])) || bytes.subarray(0, 2).equals(Buffer.from([0xfe, 0xff])))
    throw unreadable("The file is UTF-16. Save it as UTF-8.");
  if (!isUtf8(bytes)) throw unreadable("The file is not UTF-8. Save it as UTF-8.");
  const text = bytes.toString("utf8").replace(/^\uFEFF/, "");
  const lines = /^\s*\{/.test(text) ? jsonLines(text) : await csvLines(text);
  if (lines.length > maxLines)
    throw unreadable(`The file has ${lines.length} lines, more than the maximum of ${maxLines}. Split it.`);
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
    // No details: the parser quotes the input, which may be personal data.
    throw unreadable(`Line ${line} is not valid JSON.`);
  }
  if (!isObject(parsed)) throw unreadable(`Line ${line} must be a JSON object.`);
  return flattened(parsed);
}

/** Flattens nested objects to dotted columns, as CSV has them: `{"client":{"email":…}}` becomes `client.email`. */
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
    throw unreadable(`Line ${String(error.lines ?? "?")} cannot be read as CSV (${error.code}).`);
  }
}

/** Names the columns after the first row. Refuses unnamed and duplicate columns. */
function withNames(rows: readonly unknown[]): SourceLine[] {
  const [head, ...records] = rows.map(recordOf);
  const names = head?.cells ?? [];
  const duplicate = names.find((name, index) => name === "" || names.indexOf(name) !== index);
  if (duplicate === "") throw unreadable("A column of the first line has no name.");
  if (duplicate !== undefined) throw unreadable(`Two columns have the name ${duplicate}.`);
  return records.map(({ line, cells }) => ({
    line,
    values: Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ""])),
  }));
}

/** A record with the number of its first line; the parser reports the last. */
function recordOf(row: unknown): { line: number; cells: string[] } {
  if (!isObject(row) || !Array.isArray(row.record) || !isObject(row.info))
    throw new Error("The CSV parser returned a row in an unknown form.");
  const cells = row.record.map(String);
  const breaks = cells.join("").split("\n").length - 1;
  return { line: Number(row.info.lines) - breaks, cells: cells.map(unguarded) };
}

/** The delimiter that occurs most often in the first line, outside quotes. */
function delimiterOf(text: string): string {
  const [first = ""] = text.split("\n", 1);
  const bare = first.replace(/"[^"]*"/g, "");
  const count = (delimiter: string): number => bare.split(delimiter).length;
  return [",", ";", "\t", "|"].reduce((best, one) => (count(one) > count(best) ? one : best));
}
