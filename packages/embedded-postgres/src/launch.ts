import { setTimeout as wait } from "node:timers/promises";
import type { Binaries } from "./binaries.ts";
import { EarlierServerRunning } from "./earlier-server.ts";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";
import { failureOf, type Owner, pathForOwner } from "./owner.ts";
import type { Paths } from "./paths.ts";
import { acceptsLogin, type ServerAddress, superuserAt } from "./server-address.ts";
import type { ServerLog } from "./server-log.ts";
import { type Listening, serverParameters } from "./server-settings.ts";
import { describeEnd, startTied, type TiedProcess } from "./tied-process.ts";

export interface Launch {
  paths: Paths;
  owner: Owner | undefined;
  binaries: Binaries;
  listening: Listening;
  password: string;
  settings: Record<string, string>;
  log: ServerLog;
  signal: AbortSignal | undefined;
}

export interface LaunchedServer {
  address: ServerAddress;
  server: TiedProcess;
}

/** Delays between login attempts. They grow, because the server logs each refused one. */
const initialDelayMs = 20;
const maxDelayMs = 500;

/**
 * Starts `postgres` and waits until a login works. There is no timeout while the process lives: recovery after a crash
 * may take minutes.
 *
 * @throws EmbeddedPostgresError with the server's last log lines if it ends first; the signal's reason on abort.
 */
export async function launchServer(launch: Launch): Promise<LaunchedServer> {
  const { paths, owner, binaries, listening, log, signal } = launch;
  const data = await pathForOwner(paths.cluster, owner);
  const parameters = serverParameters(data, listening, launch.settings);
  const server = startTied(binaries.postgres, parameters, {
    owner,
    cwd: paths.cluster,
    output: log.descriptor,
    onParentExit: "INT",
  });
  const address = superuserAt(listening.socketDirectory ?? "127.0.0.1", listening.port, launch.password);
  try {
    for (let delayMs = initialDelayMs; ; delayMs = Math.min(delayMs * 1.5, maxDelayMs)) {
      signal?.throwIfAborted();
      const end = await Promise.race([server.ended, acceptsLogin(address)]);
      if (end === true) return { address, server };
      if (end !== false) throw await endedEarly(describeEnd(end), log);
      await Promise.race([server.ended, wait(delayMs)]);
    }
  } catch (error) {
    await endServer(server, binaries, paths.cluster);
    throw error;
  }
}

async function endedEarly(how: string, log: ServerLog): Promise<EmbeddedPostgresError> {
  const words = await log.lastWords();
  const [, theirs, ours] = /initialized by PostgreSQL version (\d+), .* with this version (\d+)/.exec(words) ?? [];
  if (theirs !== undefined) {
    return new EmbeddedPostgresError(
      `The data is from PostgreSQL ${theirs}, but this release has PostgreSQL ${ours}: ` +
        "make a backup with the previous release and restore it into a new directory with this one.",
    );
  }
  const message = `PostgreSQL did not start (${how}): ${words}`;
  const stillRuns = /lock file "postmaster\.pid" already exists|shared memory block .* is still in use/.test(words);
  return stillRuns ? new EarlierServerRunning(message) : new EmbeddedPostgresError(message);
}

/**
 * Stops the server with a fast shutdown, and after `timeoutMs` with an immediate one, from which the next start recovers.
 */
export async function endServer(
  server: TiedProcess,
  { pgCtl }: Pick<Binaries, "pgCtl">,
  cluster: string,
  timeoutMs = 10_000,
): Promise<void> {
  const windows = process.platform === "win32";
  const shutDown = async (mode: "fast" | "immediate") => {
    // Windows has no signals, so pg_ctl sends the request.
    if (windows) await failureOf(pgCtl, ["stop", "-W", "-m", mode, "-D", cluster], undefined);
    else server.signal(mode === "fast" ? "SIGINT" : "SIGQUIT");
  };
  await shutDown("fast");
  const late = setTimeout(() => shutDown("immediate"), timeoutMs);
  await server.ended;
  clearTimeout(late);
}
