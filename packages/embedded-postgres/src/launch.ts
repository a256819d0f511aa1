import { setTimeout as wait } from "node:timers/promises";
import type { Binaries } from "./binaries.ts";
import { EarlierServerLingers } from "./earlier-server.ts";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";
import { type Owner, pathForOwner, whyItFails } from "./owner.ts";
import type { Places } from "./places.ts";
import { answers, type ServerAddress, superuserAt } from "./server-address.ts";
import type { ServerLog } from "./server-log.ts";
import { type Listening, serverParameters } from "./server-settings.ts";
import { describeEnd, startTied, type TiedProcess } from "./tied-process.ts";

export interface Launch {
  places: Places;
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

/** Milliseconds between tries to log in: soon at first, seldom at last, because the server logs every one that it declines. */
const firstPause = 20;
const longestPause = 500;

/**
 * Starts `postgres` and waits until a login works. There is no limit to the wait while the process lives: after a crash
 * it may have minutes of work to recover.
 *
 * @throws EmbeddedPostgresError with the server's last words when it ends before that; the signal's reason on abort.
 */
export async function launchServer(launch: Launch): Promise<LaunchedServer> {
  const { places, owner, binaries, listening, log, signal } = launch;
  const data = await pathForOwner(places.cluster, owner);
  const parameters = serverParameters(data, listening, launch.settings);
  const server = startTied(binaries.postgres, parameters, {
    owner,
    cwd: places.cluster,
    output: log.descriptor,
    atOurDeath: "INT",
  });
  const address = superuserAt(listening.socketDirectory ?? "127.0.0.1", listening.port, launch.password);
  try {
    for (let pause = firstPause; ; pause = Math.min(pause * 1.5, longestPause)) {
      signal?.throwIfAborted();
      const end = await Promise.race([server.ended, answers(address)]);
      if (end === true) return { address, server };
      if (end !== false) throw await endedEarly(describeEnd(end), log);
      await Promise.race([server.ended, wait(pause)]);
    }
  } catch (error) {
    await endServer(server, binaries, places.cluster);
    throw error;
  }
}

async function endedEarly(how: string, log: ServerLog): Promise<EmbeddedPostgresError> {
  const words = await log.lastWords();
  const [, theirs, ours] = /initialized by PostgreSQL version (\d+), .* with this version (\d+)/.exec(words) ?? [];
  if (theirs !== undefined) {
    return new EmbeddedPostgresError(
      `The data was made by PostgreSQL ${theirs}, and this release brings PostgreSQL ${ours}: ` +
        "make a backup with the release that the data was last used with, and restore it into a new directory with this one.",
    );
  }
  const message = `PostgreSQL did not start, ${how}: ${words}`;
  const lingers = /lock file "postmaster\.pid" already exists|shared memory block .* is still in use/.test(words);
  return lingers ? new EarlierServerLingers(message) : new EmbeddedPostgresError(message);
}

/**
 * Ends the server: a fast shutdown (it breaks off what clients do, and writes everything down), and when that takes
 * more than `patience` milliseconds an immediate one, after which the next start recovers from the log.
 */
export async function endServer(
  server: TiedProcess,
  { pgCtl }: Pick<Binaries, "pgCtl">,
  cluster: string,
  patience = 10_000,
): Promise<void> {
  const windows = process.platform === "win32";
  const ask = async (mode: "fast" | "immediate") => {
    // Windows has no signals: pg_ctl knows how to ask there.
    if (windows) await whyItFails(pgCtl, ["stop", "-W", "-m", mode, "-D", cluster], undefined);
    else server.signal(mode === "fast" ? "SIGINT" : "SIGQUIT");
  };
  await ask("fast");
  const late = setTimeout(() => ask("immediate"), patience);
  await server.ended;
  clearTimeout(late);
}
