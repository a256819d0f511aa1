import { stat } from "node:fs/promises";
import type pg from "pg";
import type { ArchiveEntry } from "../../database/backup/archive-reader.ts";
import { inspectBackup, keyEntry, restoreDatabase } from "../../database/backup/restore.ts";
import { joinServer } from "../../database/connect/join-server.ts";
import type { BackupRestored, ReportProgress } from "../../interfaces/cli/backup/backups.ts";
import type { Config } from "../config.ts";
import { openFiles } from "../files/open-files.ts";
import { keyLocation, keysToRestore, opensSecrets, restoreKey } from "./backed-up-key.ts";
import { fileKeyOf, restoreFile } from "./file-entries.ts";

/**
 * Restores a backup into an empty database, embedded or DATABASE_URL, while the service is stopped. The whole file is checked before
 * anything changes.
 * @throws BackupError, MigrationError or EmbeddedPostgresError, each with a sentence that says what to do
 */
export async function restoreBackup(config: Config, file: string, report: ReportProgress): Promise<BackupRestored> {
  let done = 0;
  const total = 2 * ((await stat(file).catch(() => undefined))?.size ?? 0);
  const addBytes = (bytes: number): void => {
    done += bytes;
    report(done, total);
  };
  const backup = await inspectBackup(file, addBytes);
  const { manifest, summary } = backup;
  if (backup.key) keysToRestore(config, backup.key);
  const server = await joinServer(config, "new", () => undefined);
  try {
    let secrets: BackupRestored["secrets"] = "none";
    const restoreRest = async (client: pg.Client, entries: AsyncIterable<ArchiveEntry>): Promise<void> => {
      await restoreKeyAndFiles(config, client, entries);
      secrets = await opensSecrets(client, config);
    };
    const { leftOut, migrated } = await restoreDatabase(server.owner, backup, addBytes, restoreRest);
    return {
      ...{ file, taken_at: manifest.taken_at, release: manifest.release, into: server.kind },
      rows: Object.values(summary.tables).reduce((sum, { rows }) => sum + rows, 0),
      ...{ tables: manifest.tables.length - leftOut.length, left_out: leftOut, migrated },
      ...{ files: manifest.files, file_count: summary.files.count, secrets, secrets_key_at: keyLocation(config) },
    };
  } finally {
    await server.close();
  }
}

/** Restores the entries after the tables: the secrets key and the files. */
async function restoreKeyAndFiles(
  config: Config,
  client: pg.Client,
  entries: AsyncIterable<ArchiveEntry>,
): Promise<void> {
  const files = openFiles(config);
  for await (const entry of entries) {
    const key = fileKeyOf(entry.name);
    if (entry.name === keyEntry) await restoreKey(config, await entry.all());
    else if (key !== undefined) await restoreFile(client, files, key, entry);
  }
}
