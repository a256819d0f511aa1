import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { metricsServer, type ServedMetrics } from "../../interfaces/http/metrics.ts";
import { type Config, ConfigError } from "../config.ts";
import { listeningHost } from "../preflight/ports.ts";
import type { Environment } from "../settings/read-settings.ts";
import type { Metrics, MetricsSources } from "./metrics/metrics.ts";
import { wantsTraces } from "./traces/trace-settings.ts";

/** This process's metrics and traces. */
export interface Telemetry {
  /** Present when metrics are served on the service's own port. */
  readonly metrics: ServedMetrics | undefined;
  /** Stops it and sends pending spans, within three seconds. */
  close(): Promise<void>;
}

interface TelemetrySources extends MetricsSources {
  readonly logger: FastifyBaseLogger;
}

/**
 * Starts metrics and traces as configured. Loads no libraries for what is off.
 * @throws ConfigError when the metrics port is in use, or an OpenTelemetry setting is unsupported
 */
export async function openTelemetry(
  config: Pick<Config, "metrics" | "tls">,
  environment: Environment,
  sources: TelemetrySources,
): Promise<Telemetry> {
  const stopTraces = wantsTraces(environment)
    ? await (await import("./traces/start-traces.ts")).startTraces(environment, sources.logger)
    : undefined;
  const metrics = config.metrics && (await import("./metrics/metrics.ts")).startMetrics(sources);
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
  await server.listen({ host: await listeningHost({ tls }), port }).catch((error: unknown) => {
    const isTaken = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
    if (!isTaken) throw error;
    throw new ConfigError(
      `ROOST_METRICS_PORT is ${port}, which is in use. Each process on a machine needs its own port.`,
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
