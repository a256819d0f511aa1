import { PrometheusSerializer } from "@opentelemetry/exporter-prometheus";
import { MeterProvider } from "@opentelemetry/sdk-metrics";
import type { Database } from "../../../database/connect/database.ts";
import type { JobPool } from "../../../database/jobs/job-queue.ts";
import type { MetricsText } from "../../../interfaces/http/metrics.ts";
import type { Stop } from "../listen.ts";
import { backlogMetrics } from "./backlog-metrics.ts";
import { processMetrics } from "./process-metrics.ts";
import { requestMetrics } from "./request-metrics.ts";
import { ScrapedReader } from "./scraped-reader.ts";
import { poolMetrics, statementMetrics } from "./statement-metrics.ts";
import { deliveryMetrics, workMetrics } from "./work-metrics.ts";

/** The metrics of this process. */
export interface Metrics {
  read(): Promise<MetricsText>;
  /** Stops measuring. */
  readonly stop: Stop;
}

/** Sources that are polled, because no channel reports them. */
export interface MetricsSources {
  readonly database: Pick<Database, "transaction" | "pools">;
  readonly jobs: JobPool;
}

/** Prometheus text without OpenTelemetry's own metadata. */
const serializer = new PrometheusSerializer(undefined, false, undefined, true, true);
const contentType = "text/plain; version=0.0.4; charset=utf-8";

/** Starts measuring this process. Loaded only when metrics are on (docs/design/operations.md). */
export function startMetrics({ database, jobs }: MetricsSources): Metrics {
  const reader = new ScrapedReader();
  const meter = new MeterProvider({ readers: [reader] }).getMeter("roost");
  poolMetrics(meter, () => [...database.pools, { name: "jobs", pool: jobs }]);
  backlogMetrics(meter, { database, jobs });
  const stops = [
    requestMetrics(meter),
    statementMetrics(meter),
    workMetrics(meter),
    deliveryMetrics(meter),
    processMetrics(meter),
  ];
  return {
    read: async () => {
      const { resourceMetrics, errors } = await reader.collect();
      if (errors.length > 0) throw new AggregateError(errors, "Reading metrics failed.");
      return { contentType, text: serializer.serialize(resourceMetrics) };
    },
    stop: () => {
      for (const stop of stops) stop();
    },
  };
}
