import type { Meter } from "@opentelemetry/api";
import type { MeasuredPool } from "../../../database/connect/database.ts";
import { StatementRun, statementChannel } from "../../../database/sql/statement-channel.ts";
import { summaryOf } from "../../../database/sql/statement-name.ts";
import { listen, type Stop } from "../listen.ts";
import { durations } from "./durations.ts";

/** Seconds, as OpenTelemetry recommends for databases. */
const bounds = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10];

/** Measures statements, from sending one until its result is read. */
export function statementMetrics(meter: Meter): Stop {
  const took = durations(
    meter,
    "db_client_operation_duration_seconds",
    "Statement duration, without the wait for a connection.",
    bounds,
  );
  return listen(statementChannel.asyncEnd, StatementRun, ({ statement, began, error }) => {
    const { operation, summary } = summaryOf(statement.text);
    took(performance.now() - began, {
      db_system_name: "postgresql",
      db_operation_name: operation,
      db_query_summary: summary,
      ...(error === undefined ? {} : { error_type: "failed" }),
    });
  });
}

/** Measures connection pools on each scrape. */
export function poolMetrics(meter: Meter, pools: () => readonly MeasuredPool[]): void {
  const gauge = (name: string, description: string) => meter.createObservableGauge(name, { description });
  const count = gauge("db_client_connection_count", "Connections of a pool, by state.");
  const max = gauge("db_client_connection_max", "Maximum connections of a pool.");
  const pending = gauge("db_client_connection_pending_requests", "Requests waiting for a connection of a pool.");
  meter.addBatchObservableCallback(
    (shown) => {
      for (const { name, pool } of pools()) {
        const labels = { db_client_connection_pool_name: name };
        const used = { ...labels, db_client_connection_state: "used" };
        shown.observe(count, pool.totalCount - pool.idleCount, used);
        shown.observe(count, pool.idleCount, { ...labels, db_client_connection_state: "idle" });
        shown.observe(max, pool.options.max ?? 10, labels);
        shown.observe(pending, pool.waitingCount, labels);
      }
    },
    [count, max, pending],
  );
}
