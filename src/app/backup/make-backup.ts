import { access } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { ArchiveWriter } from "../../database/backup/archive-writer.ts";
import { BackupError } from "../../database/backup/backup-error.ts";
import { dumpTables } from "../../database/backup/dump.ts";
import { backupForm, type Manifest } from "../../database/backup/manifest.ts";
import { keyEntry, manifestEntry } from "../../database/backup/restore.ts";
import { inSnapshot, type Snapshot } from "../../database/backup/snapshot.ts";
import type { ServerAddress } from "../../database/connect/address.ts";
import { isDistributed } from "../../database/connect/is-distributed.ts";
import { joinServer } from "../../database/connect/join-server.ts";
import type { BackupMade, BackupOptions, ReportProgress } from "../../interfaces/cli/backup/backups.ts";
import { server as release } from "../../interfaces/mcp/identity.ts";
import { clock } from "../clock.ts";
import type { Config } from "../config.ts";
import { openFiles } from "../files/open-files.ts";
import { keyLocation, keyToBackUp } from "./backed-up-key.ts";
import { backUpFiles, bytesOfFiles } from "./file-entries.ts";

/**
 * Writes a backup, whether or not the service runs (docs/design/database.md).
 * @throws BackupError when the file exists, or the database is missing or distributed; file system errors
 */
export async function makeBackup(
  config: Config,
  file: string,
  options: BackupOptions,
  report: ReportProgress,
): Promise<BackupMade> {
  await assertNewPath(file);
  const key = options.withSecretsKey ? keyToBackUp(config) : undefined;
  const server = await joinServer(config, "existing", () => undefined);
  try {
    await assertOnOneServer(server.owner);
    return await inSnapshot(server.owner, async (snapshot) => {
      const archive = new ArchiveWriter(file, clock());
      try {
        return await fill(archive, { file, config, snapshot, key, options, report });
      } catch (error) {
        await archive.abandon();
        throw error;
      }
    });
  } finally {
    await server.close();
  }
}

/** A transaction over several servers sees no single consistent snapshot. */
async function assertOnOneServer(owner: ServerAddress): Promise<void> {
  if (!(await isDistributed(owner))) return;
  throw new BackupError(
    "A distributed database cannot be backed up to one file: there is no consistent snapshot over its servers. Copy each server's files instead (docs/operate/scale.md, Distribute).",
  );
}

interface Filling {
  readonly file: string;
  readonly config: Config;
  readonly snapshot: Snapshot;
  readonly key: Buffer | undefined;
  readonly options: BackupOptions;
  readonly report: ReportProgress;
}

async function fill(archive: ArchiveWriter, filling: Filling): Promise<BackupMade> {
  const { file, config, snapshot, key, options, report } = filling;
  const { client, tables } = snapshot;
  const filesAre = config.s3 ? "bucket" : options.withoutFiles ? "left out" : "included";
  const tableBytes = tables.reduce((sum, { bytes }) => sum + bytes, 0);
  const total = tableBytes + (filesAre === "included" ? await bytesOfFiles(client) : 0);
  let done = 0;
  const progress = (bytes: number): void => {
    done += bytes;
    report(done, total);
  };
  await archive.add(manifestEntry, Buffer.from(JSON.stringify(manifestOf(snapshot, filesAre, key !== undefined))));
  const written = await dumpTables(snapshot, archive, progress);
  done = tableBytes;
  if (key) await archive.add(keyEntry, key);
  const files =
    filesAre === "included"
      ? await backUpFiles(client, openFiles(config), archive, progress)
      : { count: 0, bytes: 0, missing: 0 };
  const size = await archive.finish({ ...written, files });
  const rows = Object.values(written.tables).reduce((sum, table) => sum + table.rows, 0);
  return {
    ...{ file, bytes: size, taken_at: snapshot.takenAt, tables: tables.length, rows },
    ...{ files: filesAre, file_count: files.count, files_missing: files.missing },
    ...{ secrets_key: key !== undefined, secrets_key_at: keyLocation(config) },
  };
}

function manifestOf(snapshot: Snapshot, files: Manifest["files"], hasKey: boolean): Manifest {
  return {
    roost: "backup",
    form: backupForm,
    release: release.version,
    taken_at: snapshot.takenAt,
    postgres: snapshot.postgres,
    migrations: [...snapshot.migrations],
    job_queue: [...snapshot.jobQueue],
    tables: snapshot.tables.map(({ name, columns }) => ({ name, columns: [...columns] })),
    files,
    secrets_key: hasKey,
  };
}

/** @throws BackupError when the path exists, or its directory does not */
export async function assertNewPath(path: string): Promise<void> {
  const exists = (candidate: string): Promise<boolean> =>
    access(candidate).then(
      () => true,
      () => false,
    );
  if (await exists(path)) throw new BackupError(`${path} already exists. Choose another name.`);
  const directory = dirname(resolve(path));
  if (!(await exists(directory))) throw new BackupError(`Directory ${directory} does not exist.`);
}
