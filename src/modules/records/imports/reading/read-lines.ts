import { RequestError } from "../../../../kernel/errors.ts";
import type { Mapping } from "../mapping.ts";
import type { SourceLine } from "../source-line.ts";
import { csvTable, type Table } from "./csv-table.ts";
import { decodeFile, type Encoding } from "./decode-file.ts";
import { assertText } from "./file-type.ts";
import { jsonTable } from "./json-lines.ts";

/** Maximum lines per file. */
const maxLines = 200_000;

/** Maximum columns per file. */
const maxColumns = 1000;

/** Lines that are shown as they are. */
const shownFirst = 10;

/** A file's lines, and how it was read. */
export interface ReadFile extends Table {
  readonly encoding: Encoding;
  /** The first ten lines. */
  readonly first: readonly SourceLine[];
}

/**
 * Reads a CSV file with the names of its columns, or JSON lines with one object each (docs/guides/import.md).
 * @throws RequestError 400 with the unreadable line
 */
export async function readLines(content: Buffer, { encoding: named, skip_rows }: Mapping = {}): Promise<ReadFile> {
  assertText(content);
  const { bytes, encoding } = decodeFile(content, named);
  assertStorable(bytes);
  const start = bytes.subarray(0, 1000).toString("utf8").trimStart();
  if (start === "") throw new RequestError("bad_request", "The file is empty.");
  if (/^\[\s*\{/.test(start))
    throw new RequestError("bad_request", "The file is a JSON array. Write one object per line, without brackets.");
  const isJson = start.startsWith("{");
  const table = isJson ? await jsonTable(bytes) : await csvTable(bytes, skip_rows);
  if (table.count > maxLines)
    throw new RequestError(
      "bad_request",
      `The file has ${table.count} lines, more than the maximum of ${maxLines}. Split it.`,
    );
  const columns = table.names.length;
  if (columns > maxColumns)
    throw new RequestError(
      "bad_request",
      `The file has ${columns} columns, more than the maximum of ${maxColumns}. Remove the ones that are not needed.`,
    );
  return { ...table, encoding, first: await firstOf(table) };
}

/** @throws RequestError 400 for a character that the database cannot hold: mostly a file in another encoding */
function assertStorable(bytes: Buffer): void {
  const at = bytes.indexOf(0);
  if (at < 0) return;
  const line = bytes.toString("utf8", 0, at).split(/\r\n|\n|\r/).length;
  throw new RequestError(
    "bad_request",
    `Line ${line} has a NUL character. Remove it, or name the file's encoding in the mapping.`,
  );
}

async function firstOf({ batches }: Table): Promise<SourceLine[]> {
  const first: SourceLine[] = [];
  for await (const lines of batches()) {
    first.push(...lines.slice(0, shownFirst - first.length));
    if (first.length === shownFirst) break;
  }
  return first;
}
