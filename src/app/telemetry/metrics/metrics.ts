import { Registry } from "prom-client";
import type { Database } from "../../../database/database.ts";
import type { JobPool } from "../../../database/job-queue.ts";
import type { MetricsText } from "../../../interfaces/http/metrics.ts";
import type { Stop } from "../listen.ts";
import { backlogMetrics } from "./backlog-metrics.ts";
import { processMetrics } from "./process-metrics.ts";
import { requestMetrics } from "./request-metrics.ts";
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

/** Measures this process. Loaded only where somebody wants to read it (docs/decisions/0064-telemetry.md). */
export function startMetrics({ database, jobs }: MetricsSources): Metrics {
  const registry = new Registry();
  poolMetrics(registry, () => [...database.pools, { name: "jobs", pool: jobs }]);
  backlogMetrics(registry, { database, jobs });
  const stops = [
    requestMetrics(registry),
    statementMetrics(registry),
    workMetrics(registry),
    deliveryMetrics(registry),
    processMetrics(registry),
  ];
  return {
    read: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
    stop: () => {
      for (const stop of stops) stop();
    },
  };
}
