import { realpath } from "node:fs/promises";
import { isAbsolute, resolve } from "node:path";
import { lockDirectory } from "./directory-lock.ts";
import { codeOf, EmbeddedPostgresError, messageOf } from "./embedded-postgres-error.ts";
import { assertWritable, explaining, makeDirectory } from "./make-directory.ts";
import { isNobody, ownerOf, serverOwner } from "./owner.ts";
import { readPassword } from "./password.ts";
import { type Places, placesIn } from "./places.ts";
import { readPostmasterFile } from "./postmaster-file.ts";
import { answers, type ServerAddress, superuserAt } from "./server-address.ts";
import { isPrivateDirectory } from "./socket-directory.ts";
import { type EmbeddedPostgres, type StartOptions, startUnderLock } from "./start-under-lock.ts";

export { type BaseBackup, backUpCluster } from "./base-backup.ts";
export { EmbeddedPostgresError } from "./embedded-postgres-error.ts";
export { makeDirectory, makeWritableDirectory } from "./make-directory.ts";
export type { ServerAddress } from "./server-address.ts";
export type { EmbeddedPostgres, EmbeddedPostgresExit } from "./start-under-lock.ts";

export interface EmbeddedPostgresOptions extends Partial<StartOptions> {
  /** Where everything is kept; made when missing. One Roost at a time. */
  directory: string;
}

/**
 * Starts the embedded server on `directory` and waits until it does work; makes the database first when there is none
 * (0.5–0.9 s; a later start takes some 50 ms). It ends with this process, whatever ends that. As root, it runs as
 * another user. While another Roost was killed just now, its server is given 10 seconds to end.
 *
 * @throws EmbeddedPostgresError, its message one sentence for the person who runs Roost; the signal's reason on abort.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { directory, settings = {}, signal, log = () => {}, patience = 10_000 } = options;
  const { binaries, archiveTo, copyBinariesTo = "/var/lib/roost" } = options;
  try {
    signal?.throwIfAborted();
    await explaining(directory, makeDirectory);
    const places = await findPlaces(directory);
    // Before the lock: another user's lock file could not even be opened, and would say less.
    const owner = await serverOwner(places.cluster);
    await assertWritable(places.directory);
    if (isNobody(owner))
      log("Started as root, PostgreSQL runs as the user nobody: every other process of nobody can read its data.");
    const lock = lockDirectory(places.lock, places.directory);
    try {
      const start = { settings, signal, log, patience, binaries, archiveTo, copyBinariesTo };
      return await startUnderLock(places, owner, lock, start);
    } catch (error) {
      lock.release();
      throw error;
    }
  } catch (error) {
    if (signal?.aborted && error === signal.reason) throw error;
    throw explained(`PostgreSQL cannot be started on ${directory}`, error);
  }
}

/**
 * The superuser's address of a server that runs on `directory` at this moment, for a second process such as the command
 * line; undefined when none does (or it is still starting).
 *
 * @throws EmbeddedPostgresError when this user may not know, or the server refuses the login that is kept there.
 */
export async function runningEmbeddedPostgres(directory: string): Promise<ServerAddress | undefined> {
  try {
    const places = await findPlaces(directory);
    const file = await readPostmasterFile(places.cluster);
    const password = await readPassword(places.password);
    if (!file?.ready || password === undefined || !(await isOurs(file.host, places))) return undefined;
    const address = superuserAt(file.host, file.port, password);
    return (await answers(address)) ? address : undefined;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw explained(`Whether PostgreSQL runs on ${directory} cannot be seen`, error);
  }
}

/** A stale file may name a directory in /tmp that is somebody else's by now, and would get our password. */
async function isOurs(host: string, places: Places): Promise<boolean> {
  return !isAbsolute(host) || (await isPrivateDirectory(host, (await ownerOf(places.cluster))?.uid));
}

async function findPlaces(directory: string): Promise<Places> {
  return placesIn(await realpath(resolve(directory)));
}

function explained(what: string, error: unknown): EmbeddedPostgresError {
  if (error instanceof EmbeddedPostgresError) return error;
  return new EmbeddedPostgresError(`${what}: ${messageOf(error)}.`, { cause: error });
}
