import pg from "pg";
import { pino } from "pino";
import { startMetrics } from "../src/app/telemetry/metrics/metrics.ts";
import type { Database } from "../src/database/connect/database.ts";
import type { ServiceOrder } from "./messages.ts";

/** Starts metrics and tracing as in the service, without a job queue to observe. */
export async function startTelemetry(
  database: Database,
  { metrics, collector }: NonNullable<ServiceOrder["telemetry"]>,
): Promise<void> {
  if (metrics) startMetrics({ database, jobs: new pg.Pool({ max: 1 }) });
  if (collector === undefined) return;
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = collector;
  const { startTraces } = await import("../src/app/telemetry/traces/start-traces.ts");
  await startTraces(process.env, pino(pino.destination(2)));
}
