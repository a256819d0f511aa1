import { rm } from "node:fs/promises";
import { createServer } from "node:net";
import { findBinaries } from "./binaries.ts";
import { removeOtherCopies } from "./binaries-copy.ts";
import { prepareCluster } from "./cluster.ts";
import type { DirectoryLock } from "./directory-lock.ts";
import { startAfterEarlierServer } from "./earlier-server.ts";
import { endServer, type Launch, launchServer } from "./launch.ts";
import type { Owner } from "./owner.ts";
import type { Places } from "./places.ts";
import type { ServerAddress } from "./server-address.ts";
import { openServerLog } from "./server-log.ts";
import type { Listening } from "./server-settings.ts";
import { makeSocketDirectory } from "./socket-directory.ts";
import { describeEnd, type ProcessEnd } from "./tied-process.ts";
import { archiveSettings } from "./wal-archive.ts";

export interface StartOptions {
  /** PostgreSQL settings by name, over the defaults. */
  settings: Record<string, string>;
  /** Ends a start that is not done; later it has no effect, that is for `stop`. */
  signal: AbortSignal | undefined;
  /** Gets a line when something out of the ordinary was done. */
  log: (line: string) => void;
  /** Milliseconds for an earlier server to end, before the start is refused. */
  patience: number;
  /** The folder with PostgreSQL's `bin`, `lib` and `share`, when not the package's. */
  binaries: string | undefined;
  /** The directory that the write-ahead log is copied into, for recovery to a moment; undefined for none. */
  archiveTo: string | undefined;
  /** Where programs go that root's PostgreSQL user cannot reach, when the data's directory is out of its reach as well. */
  copyBinariesTo: string;
}

/** A running server. */
export interface EmbeddedPostgres {
  /** The superuser's login. */
  address: ServerAddress;
  /** Resolves, and never rejects, when the server has ended and all that is left of it is cleared away. */
  exited: Promise<EmbeddedPostgresExit>;
  /** Ends the server and waits until it has ended; may be called again. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresExit {
  /** True when `stop` was called. */
  asked: boolean;
  /** One line for the log. */
  message: string;
}

/** The start itself, for the holder of the lock; once it has succeeded, the lock is released when the server has ended. */
export async function startUnderLock(
  places: Places,
  owner: Owner | undefined,
  lock: DirectoryLock,
  options: StartOptions,
): Promise<EmbeddedPostgres> {
  const { signal } = options;
  const archive = options.archiveTo === undefined ? {} : await archiveSettings(options.archiveTo, owner);
  const settings = { ...archive, ...options.settings };
  const copyTo = owner ? [places.directory, options.copyBinariesTo] : [places.directory];
  const binaries = await findBinaries({ native: options.binaries, owner, copyTo, log: options.log });
  await removeOtherCopies(places.directory, binaries.postgres);
  const log = await openServerLog(places.log);
  try {
    const { server, address, listening } = await startAfterEarlierServer(places, options, async () => {
      const password = await prepareCluster({ places, owner, initdb: binaries.initdb, log, signal });
      const where = await placeToListen(places, owner);
      return launchOrClear({ places, owner, binaries, listening: where, password, settings, log, signal });
    });
    let asked = false;
    const exited = server.ended.then(async (end) => {
      // Whatever fails here, the end of the server must be reported; what is left is cleared away at the next start.
      await Promise.allSettled([clear(listening), log.close()]);
      lock.release();
      return { asked, message: asked ? "PostgreSQL has ended." : unasked(end, places.log) };
    });
    const stop = async () => {
      asked = true;
      await endServer(server, binaries, places.cluster);
      await exited;
    };
    return { address, exited, stop };
  } catch (error) {
    await log.close();
    throw error;
  }
}

/** An end that nobody asked for, for the person who finds Roost gone. */
function unasked(end: ProcessEnd, log: string): string {
  const outside = end.signal === "SIGKILL" ? ", by somebody or because the machine was out of memory" : "";
  const ended = `PostgreSQL has ended, ${describeEnd(end)}${outside}, and Roost ends with it`;
  return `${ended}: start it again, nothing that was confirmed is lost. PostgreSQL's log is ${log}.`;
}

async function launchOrClear(launch: Launch) {
  try {
    return { ...(await launchServer(launch)), listening: launch.listening };
  } catch (error) {
    await clear(launch.listening);
    throw error;
  }
}

async function placeToListen(places: Places, owner: Owner | undefined): Promise<Listening> {
  if (process.platform === "win32") return { socketDirectory: undefined, port: await freePort(), name: places.name };
  // In a directory of its own, every server can have the usual port, which is only part of the socket's name.
  return { socketDirectory: await makeSocketDirectory(places.name, owner), port: 5432, name: places.name };
}

async function clear({ socketDirectory }: Listening): Promise<void> {
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
