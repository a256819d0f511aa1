import { resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import { type OpenDatabase, openDatabase } from "../../database/open.ts";
import { seedAmenities } from "../../modules/reference/amenities/seed-amenities.ts";
import { readConfig } from "../config.ts";
import { demoWelcome, seedDemoOnce } from "../demo/demo.ts";
import { openFiles } from "../files/open-files.ts";
import { openLog } from "../logs/log.ts";
import { logDestination } from "../logs/log-format.ts";
import { assertSurroundings, makesDatabase } from "../preflight/preflight.ts";
import { openSecrets } from "../secrets/open-secrets.ts";
import { type RunningServer, startServer } from "../server.ts";
import { openTelemetry, type Telemetry } from "../telemetry/telemetry.ts";
import { EndSignals } from "./end-signals.ts";
import { startupErrorLine } from "./startup-error.ts";

/** Milliseconds that requests under way have to finish: as long as a statement may take. */
const longestEnd = 30_000;

/**
 * Starts the service: configuration, database, demo, listening. What is wrong with the surroundings ends it with one line and exit
 * code 1. SIGTERM, SIGINT and SIGHUP finish the requests under way and end it with 0; before it serves, they end it with 0 at once. A second
 * one after a second, or a request that does not finish, ends it with 1, and PostgreSQL, which is tied to this process, after it. So does the end of the
 * shell of `npm start`, which npm's SIGTERM ends where that is not passed on.
 */
export async function start(environment: NodeJS.ProcessEnv): Promise<void> {
  const began = performance.now();
  let opened: OpenDatabase | undefined;
  let breakOff = (_why: string): void => process.exit(1);
  const starting = new AbortController();
  const signals = new EndSignals(
    environment,
    () => starting.abort(),
    (why) => breakOff(why),
  );
  try {
    const config = readConfig(environment);
    endStartSoon(starting.signal, config.databaseUrl);
    const logger = openLog(config.logLevel, logDestination(config.logFormat));
    breakOff = (why) => {
      logger.warn(`${why}: breaking off requests in flight`);
      process.exit(1);
    };
    await assertSurroundings(config);
    if (makesDatabase(config)) say(`Making a database in ${resolve(config.dataDirectory)} …`);
    opened = await openDatabase(config, (line) => logger.info(line), starting.signal);
    const { database } = opened;
    database.onConnectionLost((error) => logger.warn({ err: error }, "a database connection broke"));
    const telemetry = await openTelemetry(config, environment, { ...opened, logger });
    const secrets = await openSecrets(config, database);
    await database.transaction(seedAmenities);
    const files = openFiles(config);
    if (config.demo) await seedDemoOnce(database, { secrets, files }, { begun: () => say("Making the demo …") });
    const server = await startServer(config, { ...opened, secrets, files, metrics: telemetry.metrics }, logger);
    endInOrder(opened, server, {
      ...{ logger, signals, breakOff, telemetry },
      longest: longestEnd + config.drainSeconds * 1000,
    });
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    process.stdout.write(await demoWelcome(config, database, seconds));
  } catch (error) {
    await endStart(error, opened, signals);
  }
}

/** A line for the person who waits. */
function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/**
 * Ends a start that was told to end. The embedded server is ended by `openDatabase`, and the start fails with it; on another one nothing is
 * left to do: what was not committed, it takes back.
 */
function endStartSoon(signal: AbortSignal, databaseUrl: string | undefined): void {
  const end = (): void => process.exit(0);
  const onAbort = (): void => void (databaseUrl === undefined ? setTimeout(end, longestEnd) : end());
  if (signal.aborted) onAbort();
  else signal.addEventListener("abort", onAbort);
}

/** A start that failed: since it was told to end, or with one line that says why. */
async function endStart(error: unknown, opened: OpenDatabase | undefined, signals: EndSignals): Promise<void> {
  const cause = opened && !signals.isAsked ? await opened.causeOf(error) : error;
  await opened?.close();
  if (signals.isAsked) process.exit(0);
  const line = startupErrorLine(cause);
  if (line === undefined) throw cause;
  process.stderr.write(`Roost cannot start: ${line}\n`);
  process.exit(1);
}

/** Milliseconds in which a signal may follow the end of the database: what ends a unit tells its processes one after the other. */
const signalFollows = 500;

/** How a service is ended. */
interface End {
  readonly logger: FastifyBaseLogger;
  readonly signals: EndSignals;
  readonly telemetry: Telemetry;
  readonly breakOff: (why: string) => void;
  /** Milliseconds that it may take. */
  readonly longest: number;
}

/** Ends the service on a signal, or when its database has. */
function endInOrder(opened: OpenDatabase, server: RunningServer, options: End): void {
  const { logger, signals, telemetry, breakOff, longest } = options;
  const end = async (): Promise<void> => {
    logger.info("finishing requests in flight");
    setTimeout(() => breakOff(`not done in ${longest / 1000} seconds`), longest);
    await server.close();
    await Promise.all([opened.close(), telemetry.close()]);
    process.exit(0);
  };
  signals.thenOn(() => void end());
  void opened.lost.then(async (exit) => {
    await wait(signalFollows);
    if (signals.isAsked) return;
    process.stderr.write(`${exit.message}\n`);
    process.exit(1);
  });
}
