import type { FastifyBaseLogger } from "fastify";
import { seedAmenities } from "../modules/amenities/seed-amenities.ts";
import { readConfig } from "./config.ts";
import { type OpenDatabase, openDatabase } from "../database/open.ts";
import { demoWelcome, seedDemoOnce } from "./demo/demo.ts";
import { type RunningServer, startServer } from "./server.ts";
import { openLog } from "./log.ts";
import { openFiles } from "./files/open-files.ts";
import { openSecrets } from "./secrets/open-secrets.ts";
import { openTelemetry, type Telemetry } from "./telemetry/telemetry.ts";
import { onParentGone } from "./parent-gone.ts";
import { freeMemoryWhenQuiet } from "./quiet-memory.ts";
import { startupErrorLine } from "./startup-error.ts";

/** Milliseconds that requests under way have to finish: as long as a statement may take. */
const longestEnd = 30_000;

/**
 * Starts the service: configuration, database, demo, listening. What is wrong with the surroundings ends it with one line and exit
 * code 1. SIGTERM and SIGINT finish the requests under way and end it with 0; a second one, or a request that does not finish, ends it
 * with 1, and PostgreSQL, which is tied to this process, after it. So does the end of the shell of `npm start`, which npm's SIGTERM
 * ends without passing it on.
 */
export async function start(environment: NodeJS.ProcessEnv): Promise<void> {
  const began = performance.now();
  let opened: OpenDatabase | undefined;
  // Until it serves, there is nothing to finish.
  let orphaned = (): void => process.exit(1);
  onParentGone(environment, () => orphaned());
  try {
    const config = readConfig(environment);
    const logger = openLog(config.logLevel);
    opened = await openDatabase(config, (line) => logger.info(line));
    const { database } = opened;
    database.onConnectionLost((error) => logger.warn({ err: error }, "a database connection broke"));
    const telemetry = await openTelemetry(config, environment, { ...opened, logger });
    const secrets = await openSecrets(config, database);
    await database.transaction(seedAmenities);
    const files = openFiles(config);
    const demo = config.demo ? await seedDemoOnce(database, { secrets, files }) : undefined;
    const server = await startServer(config, { ...opened, secrets, files, metrics: telemetry.metrics }, logger);
    orphaned = endInOrder(opened, server, telemetry, logger);
    freeMemoryWhenQuiet(database, (error) => logger.warn({ err: error }, "memory could not be given back"));
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    process.stdout.write(await demoWelcome(config, database, demo, seconds));
  } catch (error) {
    const cause = opened ? await opened.causeOf(error) : error;
    await opened?.close();
    const line = startupErrorLine(cause);
    if (line === undefined) throw cause;
    process.stderr.write(`Roost cannot start: ${line}\n`);
    process.exit(1);
  }
}

/** Ends the service on a signal, or when its database has. @returns what ends it as a signal does, and does nothing when it is ending already */
function endInOrder(
  opened: OpenDatabase,
  server: RunningServer,
  telemetry: Telemetry,
  logger: FastifyBaseLogger,
): () => void {
  let closing = false;
  const breakOff = (why: string): void => {
    logger.warn(`${why}: breaking off requests in flight`);
    process.exit(1);
  };
  const end = async (): Promise<void> => {
    closing = true;
    logger.info("finishing requests in flight");
    setTimeout(() => breakOff(`not done in ${longestEnd / 1000} seconds`), longestEnd);
    await server.close();
    await Promise.all([opened.close(), telemetry.close()]);
    process.exit(0);
  };
  const onSignal = (): void => (closing ? breakOff("a second signal") : void end());
  process.on("SIGTERM", onSignal);
  process.on("SIGINT", onSignal);
  void opened.lost.then((exit) => {
    if (closing) return;
    process.stderr.write(`${exit.message}\n`);
    process.exit(1);
  });
  return () => {
    if (!closing) void end();
  };
}
