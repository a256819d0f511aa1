import { mkdir, open, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { csvOf } from "../../../core/csv.ts";
import type { ArchivedFile } from "./account-export.ts";
import type { Line, LineDocument, LineSource } from "./lines/line-source.ts";

/** The writer of an export's files. */
export interface FileOptions {
  readonly directory: string;
  readonly byteOrderMark: boolean;
  /** Receives the number of records written so far. */
  readonly progress: (records: number) => Promise<void>;
  readonly signal: AbortSignal;
}

/** Writes each source as CSV and as JSON lines, and its documents into a directory. @throws the signal's reason when it aborts */
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
      const { lines, documents } = await writeLines(source, options, csv, json);
      const { kind } = source;
      const listed = [csv, json].map(({ name, size }) => ({ name, kind, lines, bytes: size() }));
      return documents.count === 0
        ? listed
        : [...listed, { name: `${kind}/`, kind, lines: documents.count, bytes: documents.bytes }];
    }),
  );
}

/** The number of documents of a source, and their bytes. */
interface Documents {
  readonly count: number;
  readonly bytes: number;
}

/** Writes a source's lines in both forms, and its documents. @returns their numbers */
async function writeLines(
  { kind, columns, batches }: LineSource,
  { directory, byteOrderMark, signal, progress }: FileOptions,
  csv: OpenFile,
  json: OpenFile,
): Promise<{ readonly lines: number; readonly documents: Documents }> {
  await csv.write(`${byteOrderMark ? "\u{feff}" : ""}${csvOf([columns])}`);
  let [records, lines] = [0, 0];
  let documents: Documents = { count: 0, bytes: 0 };
  for await (const batch of batches) {
    signal.throwIfAborted();
    await csv.write(csvOf(batch.lines.map((line) => columns.map((column) => cellOf(line[column])))));
    await json.write(batch.lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    records += batch.records;
    lines += batch.lines.length;
    const written = await writeDocuments(join(directory, kind), batch.documents ?? []);
    documents = { count: documents.count + written.count, bytes: documents.bytes + written.bytes };
    await progress(records);
  }
  return { lines, documents };
}

async function writeDocuments(directory: string, documents: readonly LineDocument[]): Promise<Documents> {
  if (documents.length > 0) await mkdir(directory, { recursive: true, mode: 0o700 });
  for (const { name, data } of documents) await writeFile(join(directory, name), data, { mode: 0o600 });
  return { count: documents.length, bytes: documents.reduce((sum, { data }) => sum + data.length, 0) };
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
