import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { metricsServer, type ServedMetrics } from "../../interfaces/http/metrics.ts";
import { type Config, ConfigError } from "../config.ts";
import { listeningHost } from "../preflight/ports.ts";
import type { Environment } from "../settings/read-settings.ts";
import type { Metrics, MetricsSources } from "./metrics/metrics.ts";
import { wantsTraces } from "./traces/trace-settings.ts";

/** What is told of this process to whoever looks after it: its metrics and its traces. */
export interface Telemetry {
  /** For the service's own port; undefined where they are on another one, or nowhere. */
  readonly metrics: ServedMetrics | undefined;
  /** Ends it, and sends what is still to be sent, within three seconds. */
  close(): Promise<void>;
}

interface Surroundings extends MetricsSources {
  readonly logger: FastifyBaseLogger;
}

/**
 * Begins to measure and to trace, as far as the settings want it. What takes part in neither is not loaded.
 * @throws ConfigError when the port for metrics is taken, or a setting of OpenTelemetry cannot be met
 */
export async function openTelemetry(
  config: Pick<Config, "metrics" | "tls">,
  environment: Environment,
  surroundings: Surroundings,
): Promise<Telemetry> {
  const stopTraces = wantsTraces(environment)
    ? await (await import("./traces/start-traces.ts")).startTraces(environment, surroundings.logger)
    : undefined;
  const metrics = config.metrics && (await import("./metrics/metrics.ts")).startMetrics(surroundings);
  const served = metrics && { read: metrics.read, token: config.metrics?.token };
  const port = config.metrics?.port;
  const server = served && port !== undefined ? await listening(served, port, config.tls) : undefined;
  return {
    metrics: port === undefined ? served : undefined,
    close: () => close(server, metrics, stopTraces),
  };
}

async function listening(served: ServedMetrics, port: number, tls: Config["tls"]): Promise<FastifyInstance> {
  const server = await metricsServer(served);
  await server.listen({ host: listeningHost({ tls }), port }).catch((error: unknown) => {
    const isTaken = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
    if (!isTaken) throw error;
    throw new ConfigError(
      `ROOST_METRICS_PORT is ${port}, which is in use: each process of a machine needs one of its own.`,
    );
  });
  return server;
}

async function close(
  server: FastifyInstance | undefined,
  metrics: Metrics | undefined,
  stopTraces: (() => Promise<void>) | undefined,
): Promise<void> {
  metrics?.stop();
  await Promise.all([server?.close(), stopTraces?.()]);
}
