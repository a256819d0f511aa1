import { mkdir, open, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { codeOf, EmbeddedPostgresError, useYourOwn } from "./embedded-postgres-error.ts";
import { giveTree, type Owner, ownerOf, pathForOwner } from "./owner.ts";
import { discardPassword, makePassword, publishPassword, readPassword } from "./password.ts";
import type { Places } from "./places.ts";
import type { ServerLog } from "./server-log.ts";
import { describeEnd, startTied } from "./tied-process.ts";

export interface ClusterWanted {
  places: Places;
  owner: Owner | undefined;
  initdb: string;
  log: ServerLog;
  signal: AbortSignal | undefined;
}

/**
 * Sees to it that there is a whole cluster that the owner may use, and gives the superuser's password.
 * Only to be called under the directory's lock.
 *
 * @throws EmbeddedPostgresError when an existing cluster, or its password, is lost, or initdb fails.
 */
export async function prepareCluster(wanted: ClusterWanted): Promise<string> {
  const { places, owner } = wanted;
  await removeUnfinished(places.directory);
  const kept = await readPassword(places.password);
  const uid = (await ownerOf(join(places.cluster, "PG_VERSION")))?.uid;
  if (uid === undefined) {
    if (!(await isFree(places.cluster))) {
      throw new EmbeddedPostgresError(
        `${places.cluster} is in the way, and is not a PostgreSQL data directory: move it.`,
      );
    }
    if (kept !== undefined) throw lostCluster(places);
    return initialiseWithPassword(wanted);
  }
  // A first start was interrupted between its last two steps.
  const password = kept ?? (await publishPassword(places.password));
  if (password === undefined) {
    throw new EmbeddedPostgresError(
      `The password of the data in ${places.cluster} is missing: bring the file ${places.password} back from a backup.`,
    );
  }
  // A backup that root brought back belongs to root.
  if (uid === 0) await giveTree(places.cluster, owner);
  return password;
}

/** Without it, an unmounted disk would become an empty database. */
function lostCluster({ cluster, password }: Places): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `${cluster} is missing, and ${password} says that it was there: mount its disk, or bring it back from a backup. ` +
      `To begin with an empty database on purpose, move ${password} elsewhere first.`,
  );
}

/** The password comes into its place last: where it is, there was a whole cluster once. */
async function initialiseWithPassword(wanted: ClusterWanted): Promise<string> {
  const { directory, password: path } = wanted.places;
  const password = await makePassword(path);
  try {
    await initialise(wanted, password);
  } catch (error) {
    await discardPassword(path);
    throw error;
  }
  await publishPassword(path);
  await syncDirectory(directory);
  return password;
}

/** True when nothing is there, or an empty directory, which the rename replaces. */
async function isFree(path: string): Promise<boolean> {
  try {
    return (await readdir(path)).length === 0;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return true;
    if (codeOf(error) === "ENOTDIR") return false;
    throw error;
  }
}

/** An interrupted initdb leaves a directory that neither starts nor can be initialised again. */
async function removeUnfinished(directory: string): Promise<void> {
  for (const entry of await readdir(directory)) {
    if (!entry.startsWith("postgres.initialising-")) continue;
    // Its initdb was killed with the Node that started it, a moment ago perhaps: hence the retries.
    await rm(join(directory, entry), { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}

async function initialise({ places, owner, initdb, log, signal }: ClusterWanted, password: string): Promise<void> {
  const workshop = join(places.directory, `postgres.initialising-${process.pid}`);
  const unfinished = join(workshop, "cluster");
  try {
    await mkdir(workshop, { mode: 0o700 });
    await mkdir(unfinished, { mode: 0o700 });
    await writeFile(join(workshop, "password"), `${password}\n`, { mode: 0o600 });
    await giveTree(workshop, owner);
    await runInitdb(initdb, unfinished, owner, log, signal);
    await rename(unfinished, places.cluster);
    await syncDirectory(places.directory);
  } finally {
    // With the password that initdb has read.
    await rm(workshop, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
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
  const initialisation = startTied(initdb, parameters, {
    owner,
    cwd: unfinished,
    output: log.descriptor,
    atOurDeath: "KILL",
  });
  const interrupt = () => initialisation.signal("SIGKILL");
  signal?.addEventListener("abort", interrupt);
  const end = await initialisation.ended;
  signal?.removeEventListener("abort", interrupt);
  signal?.throwIfAborted();
  if (end.code === 0) return;
  const words = await log.lastWords();
  if (words.includes("could not look up effective user ID")) {
    throw new EmbeddedPostgresError(
      `PostgreSQL needs a user with an entry in /etc/passwd, and user id ${owner?.uid ?? process.getuid?.()} has none: ` +
        `start Roost as a user that has one, or ${useYourOwn}.`,
    );
  }
  throw new EmbeddedPostgresError(`PostgreSQL's initdb failed, ${describeEnd(end)}: ${words}`);
}

/** So that the rename is on the disk as the files are. Windows cannot open a directory, and needs no such thing. */
async function syncDirectory(directory: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(directory, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
