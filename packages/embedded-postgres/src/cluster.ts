import { mkdir, open, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { codeOf, EmbeddedPostgresError, useYourOwn } from "./embedded-postgres-error.ts";
import { changeTreeOwner, type Owner, ownerOf, pathForOwner } from "./owner.ts";
import { createPassword, discardPassword, publishPassword, readPassword } from "./password.ts";
import type { Paths } from "./paths.ts";
import type { ServerLog } from "./server-log.ts";
import { describeEnd, startTied } from "./tied-process.ts";

export interface ClusterOptions {
  paths: Paths;
  owner: Owner | undefined;
  initdb: string;
  log: ServerLog;
  signal: AbortSignal | undefined;
}

/**
 * Ensures that there is a complete cluster that the owner can use, and returns the superuser's password.
 * Call it only under the directory's lock.
 *
 * @throws EmbeddedPostgresError if an existing cluster or its password is lost, or initdb fails.
 */
export async function prepareCluster(options: ClusterOptions): Promise<string> {
  const { paths, owner } = options;
  await removeUnfinished(paths.directory);
  const stored = await readPassword(paths.password);
  const uid = (await ownerOf(join(paths.cluster, "PG_VERSION")))?.uid;
  if (uid === undefined) {
    if (!(await isVacant(paths.cluster))) {
      throw new EmbeddedPostgresError(`${paths.cluster} is not a PostgreSQL data directory. Move it elsewhere.`);
    }
    if (stored !== undefined) throw lostCluster(paths);
    return initializeWithPassword(options);
  }
  // A first start was interrupted between its last two steps.
  const password = stored ?? (await publishPassword(paths.password));
  if (password === undefined) {
    throw new EmbeddedPostgresError(
      `The password for ${paths.cluster} is missing: restore the file ${paths.password} from a backup.`,
    );
  }
  // A backup restored by root belongs to root.
  if (uid === 0) await changeTreeOwner(paths.cluster, owner);
  return password;
}

/** Prevents that an unmounted disk turns into an empty database. */
function lostCluster({ cluster, password }: Paths): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `${cluster} is missing although ${password} exists: mount its disk or restore it from a backup. ` +
      `To start with an empty database, move ${password} elsewhere first.`,
  );
}

/** Puts the password in place last: if it is there, a complete cluster existed. */
async function initializeWithPassword(options: ClusterOptions): Promise<string> {
  const { directory, password: path } = options.paths;
  const password = await createPassword(path);
  try {
    await initialize(options, password);
  } catch (error) {
    await discardPassword(path);
    throw error;
  }
  await publishPassword(path);
  await syncDirectory(directory);
  return password;
}

/** Whether the path is missing or an empty directory, which a rename replaces. */
async function isVacant(path: string): Promise<boolean> {
  try {
    return (await readdir(path)).length === 0;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return true;
    if (codeOf(error) === "ENOTDIR") return false;
    throw error;
  }
}

/** Removes what an interrupted initdb left behind. */
async function removeUnfinished(directory: string): Promise<void> {
  for (const entry of await readdir(directory)) {
    if (!entry.startsWith("postgres.initialising-")) continue;
    // Retries, because an initdb whose parent was killed may still be writing.
    await rm(join(directory, entry), { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}

async function initialize({ paths, owner, initdb, log, signal }: ClusterOptions, password: string): Promise<void> {
  const workDirectory = join(paths.directory, `postgres.initialising-${process.pid}`);
  const unfinished = join(workDirectory, "cluster");
  try {
    await mkdir(workDirectory, { mode: 0o700 });
    await mkdir(unfinished, { mode: 0o700 });
    await writeFile(join(workDirectory, "password"), `${password}\n`, { mode: 0o600 });
    await changeTreeOwner(workDirectory, owner);
    await runInitdb(initdb, unfinished, owner, log, signal);
    await rename(unfinished, paths.cluster);
    await syncDirectory(paths.directory);
  } finally {
    // Includes the password file for initdb.
    await rm(workDirectory, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}

async function runInitdb(
  initdb: string,
  unfinished: string,
  owner: Owner | undefined,
  log: ServerLog,
  signal: AbortSignal | undefined,
): Promise<void> {
  const data = await pathForOwner(unfinished, owner);
  const parameters = ["-D", data, "--username=postgres", "--auth=scram-sha-256", `--pwfile=${data}/../password`];
  parameters.push("--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8");
  const initialization = startTied(initdb, parameters, {
    owner,
    cwd: unfinished,
    output: log.descriptor,
    onParentExit: "KILL",
  });
  const interrupt = () => initialization.signal("SIGKILL");
  signal?.addEventListener("abort", interrupt);
  const end = await initialization.ended;
  signal?.removeEventListener("abort", interrupt);
  signal?.throwIfAborted();
  if (end.code === 0) return;
  const words = await log.lastWords();
  if (words.includes("could not look up effective user ID")) {
    throw new EmbeddedPostgresError(
      `PostgreSQL needs a user with an entry in /etc/passwd, which user id ${owner?.uid ?? process.getuid?.()} lacks: ` +
        `start Roost as another user, or ${useYourOwn}.`,
    );
  }
  throw new EmbeddedPostgresError(`PostgreSQL's initdb failed (${describeEnd(end)}): ${words}`);
}

/** Flushes a rename to disk. Windows opens no directories and needs no flush. */
async function syncDirectory(directory: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(directory, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
