import { stat } from "node:fs/promises";
import type pg from "pg";
import type { ArchiveEntry } from "../../database/backup/archive-reader.ts";
import { inspectBackup, keyEntry, restoreDatabase } from "../../database/backup/restore.ts";
import { joinServer } from "../../database/connect/join-server.ts";
import type { BackupRestored, ReportProgress } from "../../interfaces/cli/backup/backups.ts";
import type { Config } from "../config.ts";
import { openFiles } from "../files/open-files.ts";
import { keysToRestore, opensSecrets, placeOfKey, restoreKey } from "./backed-up-key.ts";
import { fileKeyOf, restoreFile } from "./file-entries.ts";

/**
 * Restores a backup into an empty database, embedded or that of DATABASE_URL, while no service runs on it. The file is read to its end
 * before anything changes.
 * @throws BackupError, MigrationError or EmbeddedPostgresError, each with a sentence that says what to do
 */
export async function restoreBackup(config: Config, file: string, report: ReportProgress): Promise<BackupRestored> {
  let done = 0;
  const total = 2 * ((await stat(file).catch(() => undefined))?.size ?? 0);
  const read = (bytes: number): void => {
    done += bytes;
    report(done, total);
  };
  const backup = await inspectBackup(file, read);
  const { manifest, summary } = backup;
  if (backup.key) keysToRestore(config, backup.key);
  const server = await joinServer(config, "new", () => undefined);
  try {
    let secrets: BackupRestored["secrets"] = "none";
    const others = async (client: pg.Client, entries: AsyncIterable<ArchiveEntry>): Promise<void> => {
      await restoreOthers(config, client, entries);
      secrets = await opensSecrets(client, config);
    };
    const { leftOut, migrated } = await restoreDatabase(server.owner, backup, read, others);
    return {
      ...{ file, taken_at: manifest.taken_at, release: manifest.release, into: server.kind },
      rows: Object.values(summary.tables).reduce((sum, { rows }) => sum + rows, 0),
      ...{ tables: manifest.tables.length - leftOut.length, left_out: leftOut, migrated },
      ...{ files: manifest.files, file_count: summary.files.count, secrets, secrets_key_at: placeOfKey(config) },
    };
  } finally {
    await server.close();
  }
}

/** What stands behind the tables: the key for secrets, and the files. */
async function restoreOthers(config: Config, client: pg.Client, entries: AsyncIterable<ArchiveEntry>): Promise<void> {
  const files = openFiles(config);
  for await (const entry of entries) {
    const key = fileKeyOf(entry.name);
    if (entry.name === keyEntry) await restoreKey(config, await entry.all());
    else if (key !== undefined) await restoreFile(client, files, key, entry);
  }
}
