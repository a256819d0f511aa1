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

/** The maximum wait for the collector at shutdown. */
const shutdownMs = 3_000;

/** The interval between warnings about an unreachable collector. */
const warningIntervalMs = 60_000;

/**
 * Records spans of requests, statements, jobs and webhooks, and sends them by OTLP. The exporter reads its address and headers from the
 * environment (OTEL_EXPORTER_OTLP_…). Nothing waits for the collector: spans beyond the queue's limit are dropped.
 * @returns stops and sends pending spans, within three seconds; library timers may run for OTEL_EXPORTER_OTLP_TIMEOUT (10 seconds)
 * @throws ConfigError for unsupported settings
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
    await Promise.race([sent, wait(shutdownMs, undefined, { ref: false })]);
  };
}

function samplerOf({ share, followsParent }: Sampling): Sampler {
  const root = share === 1 ? new AlwaysOnSampler() : share === 0 ? new AlwaysOffSampler() : ratio(share);
  return followsParent ? new ParentBasedSampler({ root }) : root;
}

const ratio = (share: number): Sampler => new TraceIdRatioBasedSampler(share);

/** OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES override the default name. */
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

/** Limits warnings to one a minute: an unreachable collector would flood the log. */
function warnOfFailures(logger: FastifyBaseLogger): void {
  let last = Number.NEGATIVE_INFINITY;
  const throttled = (error: unknown): void => {
    const now = performance.now();
    if (now - last < warningIntervalMs) return;
    last = now;
    warn(logger, error);
  };
  setGlobalErrorHandler(throttled);
  const quiet = (): void => undefined;
  diag.setLogger({ error: throttled, warn: throttled, info: quiet, debug: quiet, verbose: quiet }, DiagLogLevel.WARN);
}

function warn(logger: FastifyBaseLogger, error: unknown): void {
  const details = error instanceof Error ? { err: error } : { reason: String(error) };
  logger.warn(details, "sending traces failed (OTEL_EXPORTER_OTLP_ENDPOINT)");
}
