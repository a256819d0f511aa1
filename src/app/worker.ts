import type { OpenDatabase } from "../database/open.ts";
import { ChangePublisher } from "../modules/records/events/change-publisher.ts";
import { clock } from "./clock.ts";
import { readConfig } from "./config.ts";
import { openFiles } from "./files/open-files.ts";
import { startJobs } from "./jobs/start-jobs.ts";
import { openLog } from "./logs/log.ts";
import { logDestination } from "./logs/log-format.ts";
import { allQueries } from "./queries.ts";
import { watchRoom } from "./readiness/watch-room.ts";
import { openSecrets } from "./secrets/open-secrets.ts";
import { EndSignals } from "./start/end-signals.ts";
import { openTelemetry } from "./telemetry/telemetry.ts";

/** Milliseconds in which a start that was told to end does so in order. */
const longestEndOfStart = 5_000;

/** Milliseconds that the end may take: as long as that of a service. */
const longestEnd = 30_000;

/**
 * Opens a database, works on its jobs, and on nothing else, until SIGTERM, SIGINT or SIGHUP: those under way are finished, or broken off
 * after 20 seconds. A second signal ends the process with 1, and so do 30 seconds in which it has not ended.
 * @param open opens it; the signal ends that
 * @param begun called once it works
 * @throws the error of an embedded server that was started for it, and has ended
 */
export async function workOnJobs(
  environment: NodeJS.ProcessEnv,
  open: (signal: AbortSignal) => Promise<OpenDatabase>,
  begun: () => void,
): Promise<void> {
  const asked = new AbortController();
  const signals = new EndSignals(
    environment,
    () => asked.abort(),
    () => process.exit(1),
  );
  const opened = await openUnlessAsked(open, asked.signal);
  if (!opened) return;
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  signals.thenOn(() => {
    setTimeout(() => process.exit(1), longestEnd).unref();
    resolve();
  });
  try {
    await workUntil(ended, environment, opened, begun);
  } finally {
    await opened.close();
  }
}

/** @returns undefined when the process was told to end meanwhile */
async function openUnlessAsked(
  open: (signal: AbortSignal) => Promise<OpenDatabase>,
  asked: AbortSignal,
): Promise<OpenDatabase | undefined> {
  asked.addEventListener("abort", () => setTimeout(() => process.exit(0), longestEndOfStart).unref());
  try {
    const opened = await open(asked);
    if (!asked.aborted) return opened;
    await opened.close();
    return undefined;
  } catch (error) {
    if (asked.aborted) return undefined;
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
  database.onConnectionLost((error) => logger.warn({ err: error }, "a database connection broke"));
  const telemetry = await openTelemetry(config, environment, { ...opened, logger });
  const secrets = await openSecrets(config, database);
  const publisher = new ChangePublisher(database, allQueries(), (error) =>
    logger.error({ err: error }, "changes could not be published, and will be with the next ones"),
  );
  const stopWatch = watchRoom(config, database, logger);
  const stop = startJobs(config, { ...opened, secrets, files: openFiles(config) }, logger, clock);
  const lost = opened.lost.then((exit) => {
    throw new Error(exit.message);
  });
  begun();
  await Promise.race([ended, lost]);
  logger.info("finishing jobs that are under way");
  await stop();
  await publisher.close();
  await telemetry.close();
  stopWatch();
}
