import { type FileHandle, open } from "node:fs/promises";
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
  const { kind, columns, batches } = source;
  await using csv = await openFile(options.directory, `${kind}.csv`);
  await using json = await openFile(options.directory, `${kind}.jsonl`);
  await csv.write(`${options.byteOrderMark ? "\u{feff}" : ""}${csvOf([columns])}`);
  let [records, lines] = [0, 0];
  for await (const batch of batches) {
    options.signal.throwIfAborted();
    await csv.write(csvOf(batch.lines.map((line) => columns.map((column) => cellOf(line[column])))));
    await json.write(batch.lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    records += batch.records;
    lines += batch.lines.length;
    await options.progress(records);
  }
  return [csv, json].map(({ name, size }) => ({ name, kind, lines, bytes: size() }));
}

async function openFile(directory: string, name: string) {
  const handle: FileHandle = await open(join(directory, name), "w", 0o600);
  let bytes = 0;
  return {
    name,
    size: () => bytes,
    async write(text: string): Promise<void> {
      bytes += Buffer.byteLength(text);
      await handle.writeFile(text);
    },
    [Symbol.asyncDispose]: () => handle.close(),
  };
}

const cellOf = (value: Line[string]): string =>
  value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value);
