import { setTimeout as wait } from "node:timers/promises";
import { DiagLogLevel, diag } from "@opentelemetry/api";
import { getNumberFromEnv, setGlobalErrorHandler } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { FastifyBaseLogger } from "fastify";
import type { Environment } from "../../settings/read-settings.ts";
import { deliverySpans } from "./delivery-spans.ts";
import { requestSpans } from "./request-spans.ts";
import { statementSpans } from "./statement-spans.ts";
import { assertProtocol, type Sampling, sampling } from "./trace-settings.ts";
import { workSpans } from "./work-spans.ts";

/** Milliseconds that the end of the process waits for the collector. */
const longestEnd = 3_000;

/** Milliseconds between two lines of the log about a collector that does not take what it is sent. */
const betweenWarnings = 60_000;

/**
 * Records spans of requests, statements, jobs and webhooks, and sends them by OTLP. Where, and with which headers, the exporter takes from
 * the environment itself (OTEL_EXPORTER_OTLP_…). Nothing waits for the collector: what it does not take is dropped beyond a bound.
 * @returns ends it, and sends what is left, within three seconds; the library's timers may live on for OTEL_EXPORTER_OTLP_TIMEOUT (10 seconds)
 * @throws ConfigError for settings that cannot be met
 */
export async function startTraces(environment: Environment, logger: FastifyBaseLogger): Promise<() => Promise<void>> {
  assertProtocol(environment);
  const sampler = samplerOf(sampling(environment));
  warnOfFailures(logger);
  const provider = new TracerProvider({ sampler, resource: ownResource(), spanProcessors: [batches()] });
  const tracer = provider.getTracer("roost");
  const stops = [requestSpans(tracer), statementSpans(tracer), workSpans(tracer), deliverySpans(tracer)];
  return async () => {
    for (const stop of stops) stop();
    const sent = provider.shutdown().catch((error: unknown) => warn(logger, error));
    await Promise.race([sent, wait(longestEnd, undefined, { ref: false })]);
  };
}

function samplerOf({ share, followsParent }: Sampling): Sampler {
  const root = share === 1 ? new AlwaysOnSampler() : share === 0 ? new AlwaysOffSampler() : ratio(share);
  return followsParent ? new ParentBasedSampler({ root }) : root;
}

const ratio = (share: number): Sampler => new TraceIdRatioBasedSampler(share);

/** OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES, over a name of our own. */
function ownResource() {
  return defaultResource()
    .merge(resourceFromAttributes({ "service.name": "roost" }))
    .merge(detectResources({ detectors: [envDetector] }));
}

function batches(): BatchSpanProcessor {
  const [maxExportBatchSize, maxQueueSize, scheduledDelayMillis, exportTimeoutMillis] = [
    getNumberFromEnv("OTEL_BSP_MAX_EXPORT_BATCH_SIZE"),
    getNumberFromEnv("OTEL_BSP_MAX_QUEUE_SIZE"),
    getNumberFromEnv("OTEL_BSP_SCHEDULE_DELAY"),
    getNumberFromEnv("OTEL_BSP_EXPORT_TIMEOUT"),
  ];
  return new BatchSpanProcessor({
    exporter: new OTLPTraceExporter(),
    ...(maxExportBatchSize === undefined ? {} : { maxExportBatchSize }),
    ...(maxQueueSize === undefined ? {} : { maxQueueSize }),
    ...(scheduledDelayMillis === undefined ? {} : { scheduledDelayMillis }),
    ...(exportTimeoutMillis === undefined ? {} : { exportTimeoutMillis }),
  });
}

/** A collector that is away would fill the log: one line a minute says so. */
function warnOfFailures(logger: FastifyBaseLogger): void {
  let last = Number.NEGATIVE_INFINITY;
  const rarely = (error: unknown): void => {
    const now = performance.now();
    if (now - last < betweenWarnings) return;
    last = now;
    warn(logger, error);
  };
  setGlobalErrorHandler(rarely);
  const quiet = (): void => undefined;
  diag.setLogger({ error: rarely, warn: rarely, info: quiet, debug: quiet, verbose: quiet }, DiagLogLevel.WARN);
}

function warn(logger: FastifyBaseLogger, error: unknown): void {
  const details = error instanceof Error ? { err: error } : { said: String(error) };
  logger.warn(details, "traces could not be sent (OTEL_EXPORTER_OTLP_ENDPOINT)");
}
