import type pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import type { ArchiveWriter } from "./archive-writer.ts";
import { sequencePositions } from "./catalog.ts";
import type { BackedUpTable, Summary, TableSummary } from "./manifest.ts";
import { RowDigest } from "./row-digest.ts";
import type { Snapshot } from "./snapshot.ts";

/** Size of a table's pieces in the archive; bounds memory. */
const pieceBytes = 4 * 1024 * 1024;

/** Writes the rows of all tables and returns their summaries. @param progress called with the number of bytes just written */
export async function dumpTables(
  { client, tables }: Snapshot,
  archive: ArchiveWriter,
  progress: (bytes: number) => void,
): Promise<Pick<Summary, "tables" | "sequences">> {
  const summaries: Record<string, TableSummary> = {};
  for (const table of tables) summaries[table.name] = await dumpTable(client, table, archive, progress);
  return { tables: summaries, sequences: await sequencePositions(client) };
}

/** Writes a table's rows in COPY's text format, in pieces that may end within a row. */
async function dumpTable(
  client: pg.Client,
  { name, columns }: BackedUpTable,
  archive: ArchiveWriter,
  progress: (bytes: number) => void,
): Promise<TableSummary> {
  const digest = new RowDigest();
  let waiting: Buffer[] = [];
  let length = 0;
  let pieces = 0;
  const flush = async (): Promise<void> => {
    await archive.add(pieceName(name, ++pieces), Buffer.concat(waiting));
    progress(length);
    [waiting, length] = [[], 0];
  };
  for await (const chunk of rowsOf(client, { name, columns })) {
    digest.update(chunk);
    waiting.push(chunk);
    length += chunk.length;
    if (length >= pieceBytes) await flush();
  }
  if (length > 0) await flush();
  return { rows: digest.rows, bytes: digest.bytes, digest: digest.value };
}

/** Streams a table's rows in COPY's text format. */
export async function* rowsOf(client: pg.Client, { name, columns }: BackedUpTable): AsyncGenerator<Buffer> {
  const stream = client.query(copyTo(`copy ${name} (${columns.join(", ")}) to stdout`));
  for await (const chunk of stream) {
    if (chunk instanceof Buffer) yield chunk;
  }
}

const folder = "tables/";

function pieceName(table: string, piece: number): string {
  return `${folder}${table}/${String(piece).padStart(6, "0")}.copy`;
}

/** The table of an archive entry; undefined if the entry is not a piece of a table. */
export function tableOf(entry: string): string | undefined {
  return entry.startsWith(folder) ? entry.slice(folder.length, entry.lastIndexOf("/")) : undefined;
}
