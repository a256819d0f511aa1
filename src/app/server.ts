import { setImmediate, setTimeout as wait } from "node:timers/promises";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { type KeyPair, selfSignedCertificate } from "../interfaces/http/certificate.ts";
import type { ServedMetrics } from "../interfaces/http/metrics.ts";
import { redirectToHttps } from "../interfaces/http/redirect.ts";
import { RequestsInFlight } from "../interfaces/http/requests-in-flight.ts";
import { Transport } from "../interfaces/http/transport.ts";
import { commonHeaders } from "../interfaces/rest/answers/common-headers.ts";
import type { AnyJob } from "../kernel/write/jobs/job.ts";
import { ChangePublisher } from "../modules/records/events/change-publisher.ts";
import type { Config } from "./config.ts";
import { serviceDependencies } from "./dependencies.ts";
import { buildApp } from "./http-app.ts";
import { type OpenForJobs, startJobs } from "./jobs/start-jobs.ts";
import { logRequest } from "./logs/request-log.ts";
import { listeningHost } from "./preflight/ports.ts";
import { readTlsFiles } from "./preflight/tls-files.ts";
import { readinessChecks } from "./readiness/checks.ts";
import { CheckedReadiness } from "./readiness/readiness.ts";
import { watchDiskSpace } from "./readiness/watch-disk-space.ts";

/** The open resources that serving needs. */
export type OpenForServing = OpenForJobs & {
  /** Present when metrics are served on the service's own port. */
  readonly metrics?: ServedMetrics | undefined;
};

/** The running service. */
export interface RunningServer {
  /** Stops accepting requests, finishes those in flight, and stops the jobs. */
  close(): Promise<void>;
}

/**
 * Composes the service over an open database and listens. Only here do interfaces, jobs and declarations meet.
 * @param queuedJobs defaults to those of the registry and the demo
 * @throws ConfigError when the TLS files are unusable; the system's error when a port is in use
 */
export async function startServer(
  config: Config,
  opened: OpenForServing,
  logger: FastifyBaseLogger,
  queuedJobs?: readonly AnyJob[],
): Promise<RunningServer> {
  const { database, secrets, files } = opened;
  const dependencies = serviceDependencies(database, secrets, files);
  const tls = await keyPair(config, dependencies.clock());
  const inFlight = new RequestsInFlight();
  const readiness = new CheckedReadiness(readinessChecks(config, opened), logger);
  const app = await buildApp({
    ...dependencies,
    baseUrl: config.baseUrl,
    endpoints: config.endpoints,
    outgoing: config,
    logger,
    transport: new Transport(config.tls, config.baseUrl, config.trustedProxies),
    inFlight,
    metrics: opened.metrics,
    readiness,
    eventDays: config.retention.eventDays,
    agentRedirectUris: config.agentRedirectUris,
    agentOrigins: config.agentOrigins,
    ...(tls ? { tls } : {}),
  });
  const listening: FastifyInstance[] = [app];
  const host = await listeningHost(config);
  try {
    await app.listen({ host, port: tls ? config.httpsPort : config.httpPort });
    if (tls) {
      const redirect = redirectToHttps(config.baseUrl, commonHeaders(dependencies), logger, logRequest);
      listening.push(redirect);
      await redirect.listen({ host, port: config.httpPort });
    }
  } catch (error) {
    await Promise.all(listening.map((server) => server.close()));
    throw error;
  }
  const publisher = new ChangePublisher(dependencies.database, dependencies.queries, (error) =>
    logger.error({ err: error }, "publishing changes failed; will retry with the next ones"),
  );
  const stopWatch = watchDiskSpace(config, database, logger);
  const stopJobs = config.worker
    ? startJobs(config, opened, logger, dependencies.clock, queuedJobs)
    : async () => undefined;
  return {
    async close() {
      // Starts first, because it can take nearly the whole shutdown time. Queued jobs wait for the next start.
      const jobsEnded = stopJobs();
      readiness.drain();
      await wait(config.drainSeconds * 1000);
      const closed = Promise.all(listening.map((server) => server.close()));
      while (listening.some(({ server }) => server.listening)) await setImmediate();
      await Promise.race([closed, inFlight.over()]);
      await jobsEnded;
      await publisher.close();
      stopWatch();
    },
  };
}

async function keyPair(config: Config, now: number): Promise<KeyPair | undefined> {
  if (config.tls === "self-signed") {
    return selfSignedCertificate(config.dataDirectory, new URL(config.baseUrl).hostname, now);
  }
  return readTlsFiles(config);
}
