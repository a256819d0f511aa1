import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import type { ArchiveEntry } from "../../database/backup/archive-reader.ts";
import type { ArchiveWriter } from "../../database/backup/archive-writer.ts";
import type { Summary } from "../../database/backup/manifest.ts";
import { type FileStore, MissingFileError } from "../../kernel/files/files.ts";

const folder = "files/";

/** Keys read per statement. */
const batchSize = 1000;

/** A file's size in bytes and content; undefined when it was deleted since the snapshot. */
async function fileOf(files: FileStore, key: string) {
  const size = await files.size(key);
  if (size === undefined) return undefined;
  try {
    return { size, content: await files.read(key) };
  } catch (error) {
    if (error instanceof MissingFileError) return undefined;
    throw error;
  }
}

/** Writes the files that a snapshot names. A key's content never changes. @param progress receives bytes */
export async function backUpFiles(
  client: pg.Client,
  files: FileStore,
  archive: ArchiveWriter,
  progress: (bytes: number) => void,
): Promise<Summary["files"]> {
  const counts = { count: 0, bytes: 0, missing: 0 };
  for await (const key of fileKeys(client)) {
    const found = await fileOf(files, key);
    if (!found) {
      counts.missing++;
      continue;
    }
    await archive.addStream({ name: `${folder}${key}`, size: found.size }, found.content);
    counts.count++;
    counts.bytes += found.size;
    progress(found.size);
  }
  return counts;
}

/** The keys of files that are not erased, in order. */
async function* fileKeys(client: pg.Client): AsyncGenerator<string> {
  if (!(await hasFiles(client))) return;
  for (let after = ""; ; ) {
    const { rows } = await client.query<{ key: string }>(
      "select key from stored_files where erased_at is null and key > $1 order by key limit $2",
      [after, batchSize],
    );
    for (const { key } of rows) yield key;
    const last = rows.at(-1);
    if (!last) return;
    after = last.key;
  }
}

/** The total bytes of the files that a snapshot names. */
export async function bytesOfFiles(client: pg.Client): Promise<number> {
  if (!(await hasFiles(client))) return 0;
  const { rows } = await client.query<{ bytes: number }>(
    "select coalesce(sum(bytes), 0)::double precision as bytes from stored_files where erased_at is null",
  );
  return rows[0]?.bytes ?? 0;
}

async function hasFiles(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>("select to_regclass('stored_files') is not null as found");
  return rows[0]?.found ?? false;
}

/** The file key of an archive entry; undefined for other entries. */
export function fileKeyOf(entry: string): string | undefined {
  return entry.startsWith(folder) ? entry.slice(folder.length) : undefined;
}

/** Puts a backup's file into the store. */
export async function restoreFile(
  client: pg.Client,
  files: FileStore,
  key: string,
  entry: ArchiveEntry,
): Promise<void> {
  const { rows } = await client.query<{ type: string }>(
    "select content_type as type from stored_files where key = $1",
    [key],
  );
  const directory = await mkdtemp(join(tmpdir(), "roost-restore-"));
  try {
    const path = join(directory, "file");
    await pipeline(entry.chunks(), createWriteStream(path, { mode: 0o600 }));
    await files.put(key, path, rows[0]?.type ?? "application/octet-stream");
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
