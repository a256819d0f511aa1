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

/** Time for requests in flight to finish: a statement's limit. */
const shutdownMs = 30_000;

/**
 * Starts the service. A problem in the environment exits with one line and code 1. A stop signal finishes the requests in flight and exits
 * with 0; before the service listens, it exits with 0 immediately. A second signal after a second, or a request that does not finish, exits
 * with 1. The embedded PostgreSQL ends with this process.
 */
export async function start(environment: NodeJS.ProcessEnv): Promise<void> {
  const began = performance.now();
  let opened: OpenDatabase | undefined;
  let forceExit = (_reason: string): void => process.exit(1);
  const starting = new AbortController();
  const signals = new EndSignals(
    environment,
    () => starting.abort(),
    (reason) => forceExit(reason),
  );
  try {
    const config = readConfig(environment);
    exitOnAbort(starting.signal, config.databaseUrl);
    const logger = openLog(config.logLevel, logDestination(config.logFormat));
    forceExit = (reason) => {
      logger.warn({ reason }, "aborting requests in flight");
      process.exit(1);
    };
    await assertSurroundings(config);
    if (makesDatabase(config)) say(`Creating a database in ${resolve(config.dataDirectory)} …`);
    opened = await openDatabase(config, (line) => logger.info(line), starting.signal);
    const { database } = opened;
    database.onConnectionLost((error) => logger.warn({ err: error }, "database connection lost"));
    const telemetry = await openTelemetry(config, environment, { ...opened, logger });
    const secrets = await openSecrets(config, database);
    await database.transaction(seedAmenities);
    const files = openFiles(config);
    if (config.demo) await seedDemoOnce(database, { secrets, files }, { begun: () => say("Creating the demo …") });
    const server = await startServer(config, { ...opened, secrets, files, metrics: telemetry.metrics }, logger);
    stopGracefully(opened, server, {
      ...{ logger, signals, forceExit, telemetry },
      timeoutMs: shutdownMs + config.drainSeconds * 1000,
    });
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    process.stdout.write(await demoWelcome(config, database, seconds));
  } catch (error) {
    await failStart(error, opened, signals);
  }
}

/** Prints a line for the operator. */
function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/**
 * Exits when the start is aborted. With the embedded server, `openDatabase` stops it and fails the start; the timer is a fallback. Another
 * server rolls back by itself.
 */
function exitOnAbort(signal: AbortSignal, databaseUrl: string | undefined): void {
  const end = (): void => process.exit(0);
  const onAbort = (): void => void (databaseUrl === undefined ? setTimeout(end, shutdownMs) : end());
  if (signal.aborted) onAbort();
  else signal.addEventListener("abort", onAbort);
}

/** Ends a failed start: silently after a signal, otherwise with the reason. */
async function failStart(error: unknown, opened: OpenDatabase | undefined, signals: EndSignals): Promise<void> {
  const cause = opened && !signals.isSignaled ? await opened.causeOf(error) : error;
  await opened?.close();
  if (signals.isSignaled) process.exit(0);
  const line = startupErrorLine(cause);
  if (line === undefined) throw cause;
  process.stderr.write(`Roost cannot start: ${line}\n`);
  process.exit(1);
}

/** Time for a signal to follow the database's end: a process manager signals its processes one after the other. */
const signalGraceMs = 500;

interface StopOptions {
  readonly logger: FastifyBaseLogger;
  readonly signals: EndSignals;
  readonly telemetry: Telemetry;
  readonly forceExit: (reason: string) => void;
  readonly timeoutMs: number;
}

/** Stops the service on a signal, or when its database ends. */
function stopGracefully(opened: OpenDatabase, server: RunningServer, options: StopOptions): void {
  const { logger, signals, telemetry, forceExit, timeoutMs } = options;
  const end = async (): Promise<void> => {
    logger.info("finishing requests in flight");
    setTimeout(() => forceExit(`not done in ${timeoutMs / 1000} seconds`), timeoutMs);
    await server.close();
    await Promise.all([opened.close(), telemetry.close()]);
    process.exit(0);
  };
  signals.setAction(() => void end());
  void opened.lost.then(async (exit) => {
    await wait(signalGraceMs);
    if (signals.isSignaled) return;
    process.stderr.write(`${exit.message}\n`);
    process.exit(1);
  });
}
