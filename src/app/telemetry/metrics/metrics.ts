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

/** What is measured in this process from now on. */
export interface Metrics {
  read(): Promise<MetricsText>;
  /** Measures no more. */
  readonly stop: Stop;
}

/** Where numbers come from that nobody tells of. */
export interface MetricsSources {
  readonly database: Pick<Database, "transaction" | "pools">;
  readonly jobs: JobPool;
}

/** Prometheus text, without what it would say of OpenTelemetry itself. */
const serializer = new PrometheusSerializer(undefined, false, undefined, true, true);
const contentType = "text/plain; version=0.0.4; charset=utf-8";

/** Measures this process. Loaded only where somebody wants to read it (docs/design/operations.md). */
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
      if (errors.length > 0) throw new AggregateError(errors, "Metrics could not be read.");
      return { contentType, text: serializer.serialize(resourceMetrics) };
    },
    stop: () => {
      for (const stop of stops) stop();
    },
  };
}
