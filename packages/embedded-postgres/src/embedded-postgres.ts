import { realpath } from "node:fs/promises";
import { isAbsolute, resolve } from "node:path";
import { lockDirectory } from "./directory-lock.ts";
import { codeOf, EmbeddedPostgresError, messageOf } from "./embedded-postgres-error.ts";
import { assertWritable, makeDirectory, withReason } from "./make-directory.ts";
import { isNobody, ownerOf, serverOwner } from "./owner.ts";
import { readPassword } from "./password.ts";
import { type Paths, pathsIn } from "./paths.ts";
import { readPostmasterFile } from "./postmaster-file.ts";
import { acceptsLogin, type ServerAddress, superuserAt } from "./server-address.ts";
import { isPrivateDirectory } from "./socket-directory.ts";
import { type EmbeddedPostgres, type StartOptions, startUnderLock } from "./start-under-lock.ts";

export { type BaseBackup, backUpCluster } from "./base-backup.ts";
export { EmbeddedPostgresError } from "./embedded-postgres-error.ts";
export { makeDirectory, makeWritableDirectory } from "./make-directory.ts";
export type { ServerAddress } from "./server-address.ts";
export type { EmbeddedPostgres, EmbeddedPostgresExit } from "./start-under-lock.ts";

export interface EmbeddedPostgresOptions extends Partial<StartOptions> {
  /** The data directory; created if missing. Only one Roost at a time can use it. */
  directory: string;
}

/**
 * Starts the embedded server on `directory` and waits until it accepts connections. Creates the cluster first if needed
 * (0.5–0.9 s; a later start takes about 50 ms). The server ends with this process. As root, it runs as another user.
 *
 * @throws EmbeddedPostgresError with a sentence for the person who runs Roost; the signal's reason on abort.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { directory, settings = {}, signal, log = () => {}, earlierServerTimeoutMs = 10_000 } = options;
  const { binaries, archiveTo, copyBinariesTo = "/var/lib/roost" } = options;
  try {
    signal?.throwIfAborted();
    await withReason(directory, makeDirectory);
    const paths = await findPaths(directory);
    // Before the lock, whose file another user could not open with a clear error.
    const owner = await serverOwner(paths.cluster);
    await assertWritable(paths.directory);
    if (isNobody(owner))
      log(
        "running PostgreSQL as the user nobody, because Roost runs as root: other processes of nobody can read its data",
      );
    const lock = lockDirectory(paths.lock, paths.directory);
    try {
      const start = { settings, signal, log, earlierServerTimeoutMs, binaries, archiveTo, copyBinariesTo };
      return await startUnderLock(paths, owner, lock, start);
    } catch (error) {
      lock.release();
      throw error;
    }
  } catch (error) {
    if (signal?.aborted && error === signal.reason) throw error;
    throw asPostgresError(`Cannot start PostgreSQL on ${directory}`, error);
  }
}

/**
 * The superuser's address of the server running on `directory`, for another process such as the command line.
 * Undefined if none runs or it is still starting.
 *
 * @throws EmbeddedPostgresError if this user lacks permissions or the server refuses the stored login.
 */
export async function runningEmbeddedPostgres(directory: string): Promise<ServerAddress | undefined> {
  try {
    const paths = await findPaths(directory);
    const file = await readPostmasterFile(paths.cluster);
    const password = await readPassword(paths.password);
    if (!file?.ready || password === undefined || !(await isOurs(file.host, paths))) return undefined;
    const address = superuserAt(file.host, file.port, password);
    return (await acceptsLogin(address)) ? address : undefined;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw asPostgresError(`Cannot tell whether PostgreSQL runs on ${directory}`, error);
  }
}

/** A stale file may name a directory in /tmp that now belongs to someone else, who would receive our password. */
async function isOurs(host: string, paths: Paths): Promise<boolean> {
  return !isAbsolute(host) || (await isPrivateDirectory(host, (await ownerOf(paths.cluster))?.uid));
}

async function findPaths(directory: string): Promise<Paths> {
  return pathsIn(await realpath(resolve(directory)));
}

function asPostgresError(what: string, error: unknown): EmbeddedPostgresError {
  if (error instanceof EmbeddedPostgresError) return error;
  return new EmbeddedPostgresError(`${what}: ${messageOf(error)}.`, { cause: error });
}
