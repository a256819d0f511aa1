import { rm } from "node:fs/promises";
import { createServer } from "node:net";
import { findBinaries } from "./binaries.ts";
import { removeOtherCopies } from "./binaries-copy.ts";
import { prepareCluster } from "./cluster.ts";
import type { DirectoryLock } from "./directory-lock.ts";
import { startAfterEarlierServer } from "./earlier-server.ts";
import { endServer, type Launch, launchServer } from "./launch.ts";
import type { Owner } from "./owner.ts";
import type { Paths } from "./paths.ts";
import type { ServerAddress } from "./server-address.ts";
import { openServerLog } from "./server-log.ts";
import type { Listening } from "./server-settings.ts";
import { makeSocketDirectory } from "./socket-directory.ts";
import { describeEnd, type ProcessEnd } from "./tied-process.ts";
import { archiveSettings } from "./wal-archive.ts";

export interface StartOptions {
  /** PostgreSQL settings by name, overriding the defaults. */
  settings: Record<string, string>;
  /** Cancels an unfinished start. Use `stop` later. */
  signal: AbortSignal | undefined;
  /** Receives a line about unusual actions. */
  log: (line: string) => void;
  /** Milliseconds to wait for an earlier server to end. */
  earlierServerTimeoutMs: number;
  /** The folder with PostgreSQL's `bin`, `lib` and `share`, if not the package's. */
  binaries: string | undefined;
  /** The directory to archive the write-ahead log in, for point-in-time recovery. */
  archiveTo: string | undefined;
  /** The target for copied binaries, if root's PostgreSQL user can reach neither the package nor the data directory. */
  copyBinariesTo: string;
}

/** A running server. */
export interface EmbeddedPostgres {
  /** The superuser's login. */
  address: ServerAddress;
  /** Resolves, and never rejects, when the server has ended and is cleaned up. */
  exited: Promise<EmbeddedPostgresExit>;
  /** Stops the server and waits until it has ended; may be repeated. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresExit {
  /** Whether `stop` was called. */
  requested: boolean;
  /** One line for the log. */
  message: string;
}

/** Starts the server for the lock's holder. The lock is released when the server has ended. */
export async function startUnderLock(
  paths: Paths,
  owner: Owner | undefined,
  lock: DirectoryLock,
  options: StartOptions,
): Promise<EmbeddedPostgres> {
  const { signal } = options;
  const archive = options.archiveTo === undefined ? {} : await archiveSettings(options.archiveTo, owner);
  const settings = { ...archive, ...options.settings };
  const copyTo = owner ? [paths.directory, options.copyBinariesTo] : [paths.directory];
  const binaries = await findBinaries({ native: options.binaries, owner, copyTo, log: options.log });
  await removeOtherCopies(paths.directory, binaries.postgres);
  const log = await openServerLog(paths.log);
  try {
    const { server, address, listening } = await startAfterEarlierServer(paths, options, async () => {
      const password = await prepareCluster({ paths, owner, initdb: binaries.initdb, log, signal });
      const where = await chooseListening(paths, owner);
      return launchOrCleanUp({ paths, owner, binaries, listening: where, password, settings, log, signal });
    });
    let requested = false;
    const exited = server.ended.then(async (end) => {
      // The end must be reported even if cleanup fails; the next start cleans up the rest.
      await Promise.allSettled([cleanUp(listening), log.close()]);
      lock.release();
      return { requested, message: requested ? "PostgreSQL has stopped." : unexpectedEnd(end, paths.log) };
    });
    const stop = async () => {
      requested = true;
      await endServer(server, binaries, paths.cluster);
      await exited;
    };
    return { address, exited, stop };
  } catch (error) {
    await log.close();
    throw error;
  }
}

/** The message for an unexpected end. */
function unexpectedEnd(end: ProcessEnd, log: string): string {
  const outside = end.signal === "SIGKILL" ? "; the machine may have run out of memory" : "";
  const ended = `PostgreSQL stopped unexpectedly (${describeEnd(end)}${outside}), and Roost stops with it`;
  return `${ended}. Start it again; no confirmed data is lost. PostgreSQL's log is ${log}.`;
}

async function launchOrCleanUp(launch: Launch) {
  try {
    return { ...(await launchServer(launch)), listening: launch.listening };
  } catch (error) {
    await cleanUp(launch.listening);
    throw error;
  }
}

async function chooseListening(paths: Paths, owner: Owner | undefined): Promise<Listening> {
  if (process.platform === "win32") return { socketDirectory: undefined, port: await freePort(), name: paths.name };
  // The socket directory is private, so every server can use the default port.
  return { socketDirectory: await makeSocketDirectory(paths.name, owner), port: 5432, name: paths.name };
}

async function cleanUp({ socketDirectory }: Listening): Promise<void> {
  if (socketDirectory !== undefined) await rm(socketDirectory, { recursive: true, force: true });
}

function freePort(): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const probe = createServer().once("error", reject);
  probe.listen(0, "127.0.0.1", () => {
    const address = probe.address();
    probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
  });
  return promise;
}
