import { RequestError } from "../../../../kernel/errors.ts";
import { isObject } from "../../../../kernel/values/structure.ts";
import type { Mapping } from "../mapping.ts";
import type { SourceLine } from "../source-line.ts";
import { csvTable, type Table } from "./csv-table.ts";
import { decodeFile, type Encoding } from "./decode-file.ts";

/** Maximum lines per file. */
const maxLines = 200_000;

const unreadable = (sentence: string): RequestError => new RequestError("bad_request", sentence);

/** A file's lines, and how it was read. */
export interface ReadFile extends Table {
  readonly encoding: Encoding;
}

/**
 * Reads a CSV file with the names of its columns, or JSON lines with one object each (docs/guides/import.md).
 * @throws RequestError 400 with the unreadable line
 */
export async function readLines(bytes: Buffer, { encoding: named, skip_rows }: Mapping = {}): Promise<ReadFile> {
  const { text, encoding } = decodeFile(bytes, named);
  const table = /^\s*\{/.test(text) ? jsonTable(text) : await csvTable(text, skip_rows);
  if (table.lines.length > maxLines)
    throw unreadable(`The file has ${table.lines.length} lines, more than the maximum of ${maxLines}. Split it.`);
  return { ...table, encoding };
}

function jsonTable(text: string): Table {
  const lines = jsonLines(text);
  const names = [...new Set(lines.flatMap(({ values }) => Object.keys(values)))];
  return { lines, names, delimiter: null, skipped: [] };
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
