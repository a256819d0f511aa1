import type { OpenDatabase } from "../database/open.ts";
import { clock } from "./clock.ts";
import { readConfig } from "./config.ts";
import { openFiles } from "./files/open-files.ts";
import { startJobs } from "./jobs/start-jobs.ts";
import { openLog } from "./log.ts";
import { onParentGone } from "./parent-gone.ts";
import { freeMemoryWhenQuiet } from "./quiet-memory.ts";
import { openSecrets } from "./secrets/open-secrets.ts";
import { openTelemetry } from "./telemetry/telemetry.ts";
import { ChangePublisher } from "../modules/events/change-publisher.ts";
import { allQueries } from "./queries.ts";

/**
 * Works on the jobs of an open database, and on nothing else, until SIGTERM or SIGINT: those under way are finished, or broken off after
 * 20 seconds. A second signal ends the process with 1.
 * @param begun called once it works
 * @throws the error of an embedded server that was started for it, and has ended
 */
export async function workOnJobs(
  environment: NodeJS.ProcessEnv,
  opened: OpenDatabase,
  begun: () => void,
): Promise<void> {
  const config = readConfig(environment);
  const logger = openLog(config.logLevel);
  const { database } = opened;
  database.onConnectionLost((error) => logger.warn({ err: error }, "a database connection broke"));
  const telemetry = await openTelemetry(config, environment, { ...opened, logger });
  const secrets = await openSecrets(config, database);
  const publisher = new ChangePublisher(database, allQueries(), (error) =>
    logger.error({ err: error }, "changes could not be published, and will be with the next ones"),
  );
  const stop = startJobs(config, { ...opened, secrets, files: openFiles(config) }, logger, clock);
  freeMemoryWhenQuiet(database, (error) => logger.warn({ err: error }, "memory could not be given back"));
  const lost = opened.lost.then((exit) => {
    throw new Error(exit.message);
  });
  const ended = untilSignal(environment);
  begun();
  await Promise.race([ended, lost]);
  logger.info("finishing jobs that are under way");
  await stop();
  await publisher.close();
  await telemetry.close();
}

/** Resolves with the first signal, or when npm, which started us, is gone. */
function untilSignal(environment: NodeJS.ProcessEnv): Promise<void> {
  return new Promise((resolve) => {
    let isEnding = false;
    const end = (): void => {
      if (isEnding) process.exit(1);
      isEnding = true;
      resolve();
    };
    process.on("SIGTERM", end);
    process.on("SIGINT", end);
    onParentGone(environment, () => {
      if (!isEnding) end();
    });
  });
}
