import { cp, mkdir, open, readdir, readFile, realpath, rename, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Client, DatabaseError } from "pg";
import { startEmbeddedPostgres } from "./embedded-postgres.ts";
import { codeOf, EmbeddedPostgresError } from "./embedded-postgres-error.ts";
import { makeWritableDirectory } from "./make-directory.ts";
import { giveTree, serverOwner } from "./owner.ts";
import { placesIn } from "./places.ts";
import type { ServerAddress } from "./server-address.ts";
import type { EmbeddedPostgres } from "./start-under-lock.ts";
import { restoreCommand } from "./wal-archive.ts";

/** From what a server is recovered, and to which moment. */
export interface Recovery {
  /** What `backUpCluster` made. */
  base: string;
  /** The directory that the server archived its log in. */
  archive: string;
  /** What was committed until then is there afterwards: ISO 8601 with its zone; undefined for all that is in the archive. */
  until: string | undefined;
}

/**
 * Recovers a server into a directory that has none, in a workshop within it: broken off, it leaves nothing that a server starts on, and may
 * be begun again.
 * @param finish is given the superuser's address of the recovered server, before it has its place
 * @throws EmbeddedPostgresError when there is a server already, or the moment is not between the base backup and the archive's end
 */
export async function recoverEmbeddedPostgres(
  directory: string,
  recovery: Recovery,
  finish: (address: ServerAddress) => Promise<void>,
): Promise<void> {
  await makeWritableDirectory(directory);
  const places = placesIn(await realpath(resolve(directory)));
  if (await isThere(places.cluster)) {
    throw new EmbeddedPostgresError(
      `There is a database in ${places.directory} already: recover into another directory.`,
    );
  }
  const workshop = join(places.directory, "postgres-recovering");
  await rm(workshop, { recursive: true, force: true });
  await mkdir(workshop, { mode: 0o755 });
  const made = placesIn(workshop);
  try {
    await copyBase(recovery.base, made.cluster, made.password);
    await runRecovery(workshop, recovery, finish);
    await rename(made.password, places.password);
    await rename(made.cluster, places.cluster);
    await syncDirectory(places.directory);
  } finally {
    await rm(workshop, { recursive: true, force: true });
  }
}

/** Starts the server on the copy, and ends it when it has recovered and `finish` is done. */
async function runRecovery(
  workshop: string,
  recovery: Recovery,
  finish: (address: ServerAddress) => Promise<void>,
): Promise<void> {
  const { cluster, log } = placesIn(workshop);
  const settings = await settingsOf(recovery, cluster);
  const server = await startEmbeddedPostgres({ directory: workshop, settings }).catch(async (error: unknown) => {
    throw await notReached(log, recovery, error);
  });
  try {
    await recovered(server, recovery, log);
    await finish(server.address);
  } finally {
    await server.stop();
  }
}

async function copyBase(base: string, cluster: string, password: string): Promise<void> {
  const from = placesIn(resolve(base));
  if (!(await isThere(join(from.cluster, "pg_wal")))) {
    throw new EmbeddedPostgresError(`${from.directory} is no base backup: it has no postgres/pg_wal.`);
  }
  await cp(from.cluster, cluster, { recursive: true });
  await cp(from.password, password);
  await writeFile(join(cluster, "recovery.signal"), "", { mode: 0o600 });
  // Root's copies of files belong to whom the files belonged to, and those of directories to root.
  await giveTree(cluster, await serverOwner(cluster));
}

async function settingsOf({ archive, until }: Recovery, cluster: string): Promise<Record<string, string>> {
  return {
    restore_command: await restoreCommand(archive, await serverOwner(cluster)),
    recovery_target_timeline: "latest",
    recovery_target_action: "promote",
    ...(until === undefined ? {} : { recovery_target_time: inNumbers(until) }),
  };
}

/** A zone by its letter is not taken there. */
const inNumbers = (moment: string): string => moment.replace("T", " ").replace(/Z$/, "+00");

const betweenLooks = 100;

/** Waits until the server has done all that was asked of it, and is its own. However long the log is, it goes on. */
async function recovered(server: EmbeddedPostgres, recovery: Recovery, log: string): Promise<void> {
  for (;;) {
    const ended = server.exited.then(() => undefined);
    const recovering = await Promise.race([ended, isRecovering(server.address)]);
    if (recovering === undefined) throw await notReached(log, recovery, undefined);
    if (!recovering) return;
    await wait(betweenLooks);
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
    // It ends, or is not there yet: the next look tells. What it answers to a login is no such thing.
    if (error instanceof DatabaseError && error.code?.startsWith("57P") !== true) throw error;
    return true;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Why a server ended instead of reaching the moment, from its last words. */
async function notReached(log: string, { until, base }: Recovery, cause: unknown): Promise<unknown> {
  const words = (await readFile(log, "utf8")).split("\n").slice(-lastLines).join("; ");
  if (words.includes("before configured recovery target was reached")) {
    return new EmbeddedPostgresError(
      `The archive ends before ${until}: nothing was recovered. Name an earlier moment, or "latest".`,
    );
  }
  if (words.includes("before consistent recovery point")) {
    return new EmbeddedPostgresError(
      `${base} was made after ${until}: nothing was recovered. Use an earlier base backup.`,
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

/** So that the renames are on the disk. Windows opens no directories, and needs none of this. */
async function syncDirectory(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(path, "r");
  await handle.sync().finally(() => handle.close());
}
