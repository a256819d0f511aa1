import { cp, mkdir, open, readdir, readFile, realpath, rename, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Client, DatabaseError } from "pg";
import { startEmbeddedPostgres } from "./embedded-postgres.ts";
import { codeOf, EmbeddedPostgresError } from "./embedded-postgres-error.ts";
import { makeWritableDirectory } from "./make-directory.ts";
import { changeTreeOwner, serverOwner } from "./owner.ts";
import { pathsIn } from "./paths.ts";
import type { ServerAddress } from "./server-address.ts";
import type { EmbeddedPostgres } from "./start-under-lock.ts";
import { restoreCommand } from "./wal-archive.ts";

/** The sources and the target of a recovery. */
export interface Recovery {
  /** A directory from `backUpCluster`. */
  base: string;
  /** The directory of archived log files. */
  archive: string;
  /** Recovers what was committed by then: ISO 8601 with zone; undefined for everything in the archive. */
  until: string | undefined;
}

/**
 * Recovers a server into a directory without one. An interrupted recovery leaves nothing that could start, and can be repeated.
 * @param finish receives the superuser's address of the recovered server before it is moved into place
 * @throws EmbeddedPostgresError if the directory has a server, or the time is outside the base backup and the archive
 */
export async function recoverEmbeddedPostgres(
  directory: string,
  recovery: Recovery,
  finish: (address: ServerAddress) => Promise<void>,
): Promise<void> {
  await makeWritableDirectory(directory);
  const paths = pathsIn(await realpath(resolve(directory)));
  if (await isThere(paths.cluster)) {
    throw new EmbeddedPostgresError(`${paths.directory} already contains a database. Recover into another directory.`);
  }
  const workDirectory = join(paths.directory, "postgres-recovering");
  await rm(workDirectory, { recursive: true, force: true });
  await mkdir(workDirectory, { mode: 0o755 });
  const recoveredPaths = pathsIn(workDirectory);
  try {
    await copyBase(recovery.base, recoveredPaths.cluster, recoveredPaths.password);
    await runRecovery(workDirectory, recovery, finish);
    await rename(recoveredPaths.password, paths.password);
    await rename(recoveredPaths.cluster, paths.cluster);
    await syncDirectory(paths.directory);
  } finally {
    await rm(workDirectory, { recursive: true, force: true });
  }
}

/** Starts the server on the copy, and stops it after the recovery and `finish`. */
async function runRecovery(
  workDirectory: string,
  recovery: Recovery,
  finish: (address: ServerAddress) => Promise<void>,
): Promise<void> {
  const { cluster, log } = pathsIn(workDirectory);
  const settings = await settingsOf(recovery, cluster);
  const server = await startEmbeddedPostgres({ directory: workDirectory, settings }).catch(async (error: unknown) => {
    throw await recoveryError(log, recovery, error);
  });
  try {
    await untilRecovered(server, recovery, log);
    await finish(server.address);
  } finally {
    await server.stop();
  }
}

async function copyBase(base: string, cluster: string, password: string): Promise<void> {
  const from = pathsIn(resolve(base));
  if (!(await isThere(join(from.cluster, "pg_wal")))) {
    throw new EmbeddedPostgresError(`${from.directory} is not a base backup: postgres/pg_wal is missing.`);
  }
  await cp(from.cluster, cluster, { recursive: true });
  await cp(from.password, password);
  await writeFile(join(cluster, "recovery.signal"), "", { mode: 0o600 });
  // Copies made by root keep file owners, but not directory owners.
  await changeTreeOwner(cluster, await serverOwner(cluster));
}

async function settingsOf({ archive, until }: Recovery, cluster: string): Promise<Record<string, string>> {
  return {
    restore_command: await restoreCommand(archive, await serverOwner(cluster)),
    recovery_target_timeline: "latest",
    recovery_target_action: "promote",
    ...(until === undefined ? {} : { recovery_target_time: withNumericZone(until) }),
  };
}

/** PostgreSQL accepts no zone letter here. */
const withNumericZone = (moment: string): string => moment.replace("T", " ").replace(/Z$/, "+00");

const pollMs = 100;

/** Waits until the server has recovered and was promoted, however long that takes. */
async function untilRecovered(server: EmbeddedPostgres, recovery: Recovery, log: string): Promise<void> {
  for (;;) {
    const ended = server.exited.then(() => undefined);
    const recovering = await Promise.race([ended, isRecovering(server.address)]);
    if (recovering === undefined) throw await recoveryError(log, recovery, undefined);
    if (!recovering) return;
    await wait(pollMs);
  }
}

async function isRecovering(address: ServerAddress): Promise<boolean> {
  const client = new Client({ ...address, ssl: false });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ recovering: boolean }>("select pg_is_in_recovery() as recovering");
    return rows[0]?.recovering ?? true;
  } catch (error) {
    // The server is starting or stopping, which the next poll will show. A refused login is a real error.
    if (error instanceof DatabaseError && error.code?.startsWith("57P") !== true) throw error;
    return true;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The reason why a server ended before it reached the time, from its last log lines. */
async function recoveryError(log: string, { until, base }: Recovery, cause: unknown): Promise<unknown> {
  const words = (await readFile(log, "utf8")).split("\n").slice(-lastLines).join("; ");
  if (words.includes("before configured recovery target was reached")) {
    return new EmbeddedPostgresError(
      `The archive ends before ${until}, so nothing was recovered. Use an earlier time, or "latest".`,
    );
  }
  if (words.includes("before consistent recovery point")) {
    return new EmbeddedPostgresError(
      `${base} was made after ${until}, so nothing was recovered. Use an earlier base backup.`,
    );
  }
  return cause ?? new EmbeddedPostgresError(`PostgreSQL did not recover: ${words}`);
}

const lastLines = 12;

async function isThere(path: string): Promise<boolean> {
  try {
    return (await readdir(path)).length > 0;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return false;
    throw error;
  }
}

/** Flushes renames to disk. Windows opens no directories and needs no flush. */
async function syncDirectory(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(path, "r");
  await handle.sync().finally(() => handle.close());
}
