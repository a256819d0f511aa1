import { open } from "node:fs/promises";
import { join } from "node:path";
import { csvOf } from "../../../core/csv.ts";
import type { ArchivedFile } from "./account-export.ts";
import type { Line, LineSource } from "./lines/line-source.ts";

/** How an export's files are written. */
export interface FileOptions {
  readonly directory: string;
  readonly byteOrderMark: boolean;
  /** Receives the number of records written so far. */
  readonly progress: (records: number) => Promise<void>;
  readonly signal: AbortSignal;
}

/** Writes each source as CSV and as JSON lines. @throws the signal's reason when it aborts */
export async function writeFiles(sources: readonly LineSource[], options: FileOptions): Promise<ArchivedFile[]> {
  const written: ArchivedFile[] = [];
  let before = 0;
  for (const source of sources) {
    const done = (records: number): Promise<void> => options.progress(before + records);
    written.push(...(await writeSource(source, { ...options, progress: done })));
    before += source.records;
  }
  return written;
}

async function writeSource(source: LineSource, options: FileOptions): Promise<ArchivedFile[]> {
  const { directory } = options;
  return withFile(directory, `${source.kind}.csv`, (csv) =>
    withFile(directory, `${source.kind}.jsonl`, async (json) => {
      const lines = await writeLines(source, options, csv, json);
      return [csv, json].map(({ name, size }) => ({ name, kind: source.kind, lines, bytes: size() }));
    }),
  );
}

/** Writes a source's lines in both forms. @returns their number */
async function writeLines(
  { columns, batches }: LineSource,
  { byteOrderMark, signal, progress }: FileOptions,
  csv: OpenFile,
  json: OpenFile,
): Promise<number> {
  await csv.write(`${byteOrderMark ? "\u{feff}" : ""}${csvOf([columns])}`);
  let [records, lines] = [0, 0];
  for await (const batch of batches) {
    signal.throwIfAborted();
    await csv.write(csvOf(batch.lines.map((line) => columns.map((column) => cellOf(line[column])))));
    await json.write(batch.lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    records += batch.records;
    lines += batch.lines.length;
    await progress(records);
  }
  return lines;
}

interface OpenFile {
  readonly name: string;
  /** The bytes written so far. */
  readonly size: () => number;
  readonly write: (text: string) => Promise<void>;
}

async function withFile<T>(directory: string, name: string, work: (file: OpenFile) => Promise<T>): Promise<T> {
  const handle = await open(join(directory, name), "w", 0o600);
  let bytes = 0;
  const write = async (text: string): Promise<void> => {
    bytes += Buffer.byteLength(text);
    await handle.writeFile(text);
  };
  try {
    return await work({ name, size: () => bytes, write });
  } finally {
    await handle.close();
  }
}

const cellOf = (value: Line[string]): string =>
  value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value);
