import { readFile } from "node:fs/promises";
import { setImmediate } from "node:timers/promises";
import { createSecureContext } from "node:tls";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { askForBalances } from "../modules/bookings/ask-for-balances.ts";
import { mailerOf } from "./mail/mailer.ts";
import { expireHolds } from "../modules/bookings/expire-holds.ts";
import { type Config, ConfigError } from "./config.ts";
import { drawDemoPictures } from "./demo/picture-job.ts";
import type { OpenDatabase } from "../database/open.ts";
import { serviceDependencies } from "./dependencies.ts";
import { buildApp } from "./http-app.ts";
import { type KeyPair, selfSignedCertificate } from "../interfaces/http/certificate.ts";
import { redirectToHttps } from "../interfaces/http/redirect.ts";
import { RequestsInFlight } from "../interfaces/http/requests-in-flight.ts";
import { Transport } from "../interfaces/http/transport.ts";
import { erasingJob } from "./jobs/erase-accounts.ts";
import { foldingJob } from "./jobs/fold-counts.ts";
import { forgettingJobs } from "./jobs/forget.ts";
import { startJobRunner } from "./jobs/job-runner.ts";
import { startJobs } from "./jobs/recurring.ts";
import { jobs as registeredJobs } from "./registry.ts";
import type { FileStore } from "../kernel/files.ts";
import type { Secrets } from "../kernel/secrets.ts";
import { performWaitingPayments } from "../modules/payments/perform-waiting.ts";
import { fetchPublicCalendar } from "../modules/feeds/fetch-calendar.ts";
import { pollFeeds } from "../modules/feeds/poll-feeds.ts";
import { sweepFiles } from "../modules/files/sweep-files.ts";
import type { AnyJob } from "../kernel/write/job.ts";
import { dayOfInstant } from "../core/day.ts";
import { rebuildStaleRates } from "../modules/rates/static/rebuild-stale-rates.ts";

const fiveSeconds = 5000;
const halfAMinute = 30_000;
const anHour = 3_600_000;

/** The service while it serves. */
export interface RunningServer {
  /** Stops taking requests, finishes those that are under way, and ends the jobs. */
  close(): Promise<void>;
}

/** What is open before the service listens. */
type Opened = Pick<OpenDatabase, "database" | "jobs"> & { readonly secrets: Secrets; readonly files: FileStore };

/**
 * Puts the dependencies together over an open database, and listens. Interfaces, jobs and declarations meet here only.
 * @param queuedJobs those of the registry and the demo, unless told otherwise
 * @throws ConfigError when the TLS files cannot be read; the system's error when a port is taken
 */
export async function startServer(
  config: Config,
  { database, jobs: pool, secrets, files }: Opened,
  logger: FastifyBaseLogger,
  queuedJobs: readonly AnyJob[] = [...registeredJobs, drawDemoPictures],
): Promise<RunningServer> {
  const dependencies = serviceDependencies(database, secrets, files);
  const tls = await keyPair(config, dependencies.clock());
  const inFlight = new RequestsInFlight();
  const app = await buildApp({
    ...dependencies,
    baseUrl: config.baseUrl,
    endpoints: config.endpoints,
    outgoing: config,
    logger,
    transport: new Transport(config.tls, config.baseUrl, config.trustedProxies),
    inFlight,
    agentRedirectUris: config.agentRedirectUris,
    agentOrigins: config.agentOrigins,
    ...(tls ? { tls } : {}),
  });
  const listening: FastifyInstance[] = [app];
  // Plain HTTP without TLS anywhere is for a developer's own machine only.
  const host = config.tls === "off" ? "localhost" : "::";
  try {
    await app.listen({ host, port: tls ? config.httpsPort : config.httpPort });
    if (tls) {
      const redirect = redirectToHttps(config.baseUrl);
      listening.push(redirect);
      await redirect.listen({ host, port: config.httpPort });
    }
  } catch (error) {
    await Promise.all(listening.map((server) => server.close()));
    throw error;
  }
  const report = (job: string, error: unknown): void =>
    logger.error({ job, err: error }, "a job failed and will be tried again");
  const closing = new AbortController();
  const keepRates = {
    name: "static rates",
    run: () =>
      rebuildStaleRates(
        database,
        dayOfInstant(dependencies.clock()),
        (rental, error) => report(`static rates of rental ${rental}`, error),
        closing.signal,
      ),
  };
  const mailer = mailerOf(config);
  const { endpoints, privateFetch, localWebhooks, baseUrl } = config;
  const { queries } = dependencies;
  const surroundings = { secrets, files, endpoints, privateFetch, localWebhooks, queries, mailer, baseUrl };
  const { clock } = dependencies;
  const keepPaying = {
    name: "payments that wait",
    run: () =>
      performWaitingPayments(
        database,
        { ...surroundings, now: dependencies.clock(), signal: closing.signal },
        (payment, error) => report(`payment ${payment}`, error),
      ),
  };
  const keepAsking = {
    name: "balances that are due",
    run: () =>
      askForBalances(database, clock(), (booking, error) => report(`the balance of booking ${booking}`, error)),
  };
  const keepReading = {
    name: "calendar feeds",
    run: () =>
      pollFeeds(
        database,
        { secrets, clock, signal: closing.signal, fetchCalendar: fetchPublicCalendar(config) },
        (feed, error) => report(`calendar feed ${feed}`, error),
      ),
  };
  const stopQueue = startJobRunner({ database, pool, jobs: queuedJobs, surroundings, logger, clock });
  const jobs = [
    startJobs([keepRates], report, fiveSeconds),
    // By itself: what is not put together yet is read by every list.
    startJobs([foldingJob(database, closing.signal)], report, fiveSeconds),
    startJobs([{ name: "expire holds", run: () => expireHolds(database) }], report, halfAMinute),
    // By themselves: a gateway may take long to answer.
    startJobs([keepPaying], report, halfAMinute),
    startJobs([keepReading], report, halfAMinute),
    startJobs(forgettingJobs(database), report, anHour),
    // By itself: a store may be far away.
    startJobs([{ name: "sweep files", run: () => sweepFiles(database, files, closing.signal) }], report, anHour),
    startJobs([keepAsking], report, anHour),
    // By itself: a large account takes its time.
    startJobs([erasingJob(database, closing.signal)], report, anHour),
  ];
  return {
    async close() {
      // At once, since it may take nearly as long as the whole end may. What is still queued waits for the next start.
      const queueEnded = stopQueue();
      const closed = Promise.all(listening.map((server) => server.close()));
      while (listening.some(({ server }) => server.listening)) await setImmediate();
      await Promise.race([closed, inFlight.over()]);
      closing.abort();
      await Promise.all([queueEnded, ...jobs.map((stop) => stop())]);
      await mailer.close();
    },
  };
}

async function keyPair(config: Config, now: number): Promise<KeyPair | undefined> {
  if (config.tls === "self-signed") {
    return selfSignedCertificate(config.dataDirectory, new URL(config.baseUrl).hostname, now);
  }
  if (config.tls !== "files" || config.tlsCert === undefined || config.tlsKey === undefined) return undefined;
  const pair = {
    cert: await readPem("ROOST_TLS_CERT", config.tlsCert),
    key: await readPem("ROOST_TLS_KEY", config.tlsKey),
  };
  try {
    createSecureContext(pair);
  } catch (error) {
    throw new ConfigError(
      `ROOST_TLS_CERT and ROOST_TLS_KEY cannot be used: ${error instanceof Error ? error.message : "unknown"}.`,
    );
  }
  return pair;
}

async function readPem(name: string, path: string): Promise<string> {
  return readFile(path, "utf8").catch((error: unknown) => {
    throw new ConfigError(
      `${name} is "${path}", which cannot be read: ${error instanceof Error ? error.message : "unknown"}.`,
    );
  });
}
