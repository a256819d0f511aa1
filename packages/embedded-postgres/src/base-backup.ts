import { copyFile, mkdir, open, readdir, realpath, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { Client } from "pg";
import { codeOf, EmbeddedPostgresError } from "./embedded-postgres-error.ts";
import { makeDirectory } from "./make-directory.ts";
import { pathsIn } from "./paths.ts";
import type { ServerAddress } from "./server-address.ts";

/** A copy of a running server's files, to recover from. */
export interface BaseBackup {
  /** The first write-ahead log file that the copy needs from an archive. */
  firstFile: string;
}

/** Directories that a server recreates (PostgreSQL's manual, "Making a Base Backup Using the Low Level API"). */
const emptyDirectories = [
  "pg_dynshmem",
  "pg_notify",
  "pg_replslot",
  "pg_serial",
  "pg_snapshots",
  "pg_stat_tmp",
  "pg_subtrans",
  "pg_wal",
];
const excludedFiles =
  /^(postmaster\.(pid|opts)|pgsql_tmp.*|pg_internal\.init.*|backup_manifest|recovery\.signal|standby\.signal)$/;
const control = join("global", "pg_control");

/**
 * Copies the running server's cluster in `directory` to a new directory `to`, with the log that makes it consistent.
 * The copy gets its name only when it is complete. A server can start on it.
 *
 * @throws EmbeddedPostgresError if `to` exists.
 */
export async function backUpCluster(directory: string, address: ServerAddress, to: string): Promise<BaseBackup> {
  const paths = pathsIn(await realpath(directory));
  const target = resolve(to);
  const partial = `${target}.partial`;
  await rm(partial, { recursive: true, force: true });
  if (await isThere(target)) throw new EmbeddedPostgresError(`${target} already exists. Choose another directory.`);
  const client = new Client({ ...address, ssl: false, options: "-c statement_timeout=0 -c idle_session_timeout=0" });
  // A lost connection also fails the running statement, which reports it.
  client.on("error", () => undefined);
  await client.connect();
  try {
    const cluster = join(partial, "postgres");
    await makeDirectory(cluster, 0o700);
    const firstFile = await copyCluster(client, paths.cluster, cluster);
    await copySynced(paths.password, join(partial, "postgres-password"));
    await syncDirectories(partial);
    await rename(partial, target);
    await syncDirectory(dirname(target));
    return { firstFile };
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw error;
  } finally {
    await client.end();
  }
}

/** Copies the files between the start and the end of a backup. @returns the first log file that the copy needs */
async function copyCluster(client: Client, from: string, to: string): Promise<string> {
  // The slot retains the required log files, and ends with the connection.
  await client.query("select pg_create_physical_replication_slot('roost_base_' || pg_backend_pid(), true, true)");
  const first = await oneText(client, "select pg_walfile_name(pg_backup_start('roost backup --base', true))");
  await copyTree(from, to, "");
  await copySynced(join(from, control), join(to, control));
  const { rows } = await client.query<{ last: string; label: string }>(
    "select pg_walfile_name(lsn) as last, labelfile as label from pg_backup_stop(wait_for_archive => false)",
  );
  const { last = "", label = "" } = rows[0] ?? {};
  await writeFile(join(to, "backup_label"), label, { mode: 0o600, flush: true });
  await copyLog(join(from, "pg_wal"), join(to, "pg_wal"), first, last);
  return first;
}

async function copyTree(from: string, to: string, path: string): Promise<void> {
  for (const entry of await readdir(join(from, path), { withFileTypes: true })) {
    const name = join(path, entry.name);
    if (excludedFiles.test(entry.name) || name === control) continue;
    if (entry.isDirectory()) {
      await mkdir(join(to, name), { mode: 0o700 });
      if (!emptyDirectories.includes(name)) await copyTree(from, to, name);
    } else if (entry.isFile()) {
      await copyUnlessGone(join(from, name), join(to, name));
    } else {
      throw new EmbeddedPostgresError(
        `${join(from, name)} is neither a file nor a directory and cannot be backed up. Remove it.`,
      );
    }
  }
}

/** Skips a table that was dropped since its directory was read: the log records it. */
async function copyUnlessGone(from: string, to: string): Promise<void> {
  try {
    await copySynced(from, to);
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
    await rm(to, { force: true });
  }
}

/** Copies the log files of the range, and timeline histories. */
async function copyLog(from: string, to: string, first: string, last: string): Promise<void> {
  await makeDirectory(join(to, "archive_status"), 0o700);
  const names = (await readdir(from)).filter(
    (name) => (/^[0-9A-F]{24}$/.test(name) && name >= first && name <= last) || name.endsWith(".history"),
  );
  if (!names.includes(first) || !names.includes(last)) {
    throw new EmbeddedPostgresError(`Write-ahead log files between ${first} and ${last} are missing. Try again.`);
  }
  for (const name of names) await copySynced(join(from, name), join(to, name));
}

async function copySynced(from: string, to: string): Promise<void> {
  await copyFile(from, to);
  await syncDirectory(to);
}

async function syncDirectories(directory: string): Promise<void> {
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) await syncDirectory(join(entry.parentPath, entry.name));
  }
  await syncDirectory(directory);
}

/** Flushes a file or directory to disk. Windows opens no directories and needs no flush. */
async function syncDirectory(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(path, "r");
  await handle.sync().finally(() => handle.close());
}

async function isThere(path: string): Promise<boolean> {
  try {
    await readdir(path);
    return true;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return false;
    return true;
  }
}

async function oneText(client: Client, query: string): Promise<string> {
  const { rows } = await client.query<string[]>({ text: query, rowMode: "array" });
  return rows[0]?.[0] ?? "";
}
