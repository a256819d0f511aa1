import type { OpenDatabase } from "../database/open.ts";
import { ChangePublisher } from "../modules/records/events/change-publisher.ts";
import { clock } from "./clock.ts";
import { readConfig } from "./config.ts";
import { openFiles } from "./files/open-files.ts";
import { startJobs } from "./jobs/start-jobs.ts";
import { openLog } from "./logs/log.ts";
import { logDestination } from "./logs/log-format.ts";
import { allQueries } from "./queries.ts";
import { watchDiskSpace } from "./readiness/watch-disk-space.ts";
import { openSecrets } from "./secrets/open-secrets.ts";
import { EndSignals } from "./start/end-signals.ts";
import { openTelemetry } from "./telemetry/telemetry.ts";

/** Time for an aborted start to clean up. */
const abortedStartMs = 5_000;

/** Time for a shutdown: the same as the service's. */
const shutdownMs = 30_000;

/**
 * Opens a database and runs its jobs until a stop signal. Running jobs then finish, or are aborted after 20 seconds. A second signal, or a
 * shutdown longer than 30 seconds, exits with 1.
 * @param open opens the database; its signal aborts that
 * @param begun called once jobs run
 * @throws the error of an embedded server that ended
 */
export async function workOnJobs(
  environment: NodeJS.ProcessEnv,
  open: (signal: AbortSignal) => Promise<OpenDatabase>,
  begun: () => void,
): Promise<void> {
  const aborting = new AbortController();
  const signals = new EndSignals(
    environment,
    () => aborting.abort(),
    () => process.exit(1),
  );
  const opened = await openUnlessAborted(open, aborting.signal);
  if (!opened) return;
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  signals.setAction(() => {
    setTimeout(() => process.exit(1), shutdownMs).unref();
    resolve();
  });
  try {
    await workUntil(ended, environment, opened, begun);
  } finally {
    await opened.close();
  }
}

/** @returns undefined when the start was aborted */
async function openUnlessAborted(
  open: (signal: AbortSignal) => Promise<OpenDatabase>,
  signal: AbortSignal,
): Promise<OpenDatabase | undefined> {
  signal.addEventListener("abort", () => setTimeout(() => process.exit(0), abortedStartMs).unref());
  try {
    const opened = await open(signal);
    if (!signal.aborted) return opened;
    await opened.close();
    return undefined;
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  }
}

async function workUntil(
  ended: Promise<void>,
  environment: NodeJS.ProcessEnv,
  opened: OpenDatabase,
  begun: () => void,
): Promise<void> {
  const config = readConfig(environment);
  const logger = openLog(config.logLevel, logDestination(config.logFormat));
  const { database } = opened;
  database.onConnectionLost((error) => logger.warn({ err: error }, "database connection lost"));
  const telemetry = await openTelemetry(config, environment, { ...opened, logger });
  const secrets = await openSecrets(config, database);
  const publisher = new ChangePublisher(database, allQueries(), (error) =>
    logger.error({ err: error }, "publishing changes failed; will retry with the next ones"),
  );
  const stopWatch = watchDiskSpace(config, database, logger);
  const stop = startJobs(config, { ...opened, secrets, files: openFiles(config) }, logger, clock);
  const lost = opened.lost.then((exit) => {
    throw new Error(exit.message);
  });
  begun();
  await Promise.race([ended, lost]);
  logger.info("finishing running jobs");
  await stop();
  await publisher.close();
  await telemetry.close();
  stopWatch();
}
