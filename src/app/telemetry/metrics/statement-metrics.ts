import { Gauge, type Registry } from "prom-client";
import type { MeasuredPool } from "../../../database/database.ts";
import { statementChannel, StatementRun } from "../../../database/statement-channel.ts";
import { summaryOf } from "../../../database/statement-name.ts";
import { listen, type Stop } from "../listen.ts";
import { Durations } from "./durations.ts";
import { RecordedHistogram } from "./recorded-histogram.ts";

/** Seconds, as OpenTelemetry advises for databases. */
const bounds = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10];

/** Measures statements: how long one takes from where it is sent until its answer is read. */
export function statementMetrics(registry: Registry): Stop {
  const durations = new Durations(bounds);
  new RecordedHistogram(
    registry,
    { name: "db_client_operation_duration_seconds", help: "Time of a statement, without the wait for a connection." },
    durations,
  );
  return listen(statementChannel.asyncEnd, StatementRun, ({ statement, began, error }) => {
    const { operation, summary } = summaryOf(statement.text);
    const outcome = error === undefined ? "" : "failed";
    const series = durations.of(`${summary} ${outcome}`, () => ({
      db_system_name: "postgresql",
      db_operation_name: operation,
      db_query_summary: summary,
      ...(error === undefined ? {} : { error_type: "failed" }),
    }));
    series.record(performance.now() - began);
  });
}

/** Measures pools of connections when somebody asks. */
export function poolMetrics(registry: Registry, pools: () => readonly MeasuredPool[]): void {
  const named = "db_client_connection_pool_name";
  const state = "db_client_connection_state";
  const registers = [registry];
  new Gauge({
    ...{ name: "db_client_connection_count", help: "Connections of a pool, by their state.", registers },
    labelNames: [named, state],
    collect() {
      for (const { name, pool } of pools()) {
        this.set({ [named]: name, [state]: "used" }, pool.totalCount - pool.idleCount);
        this.set({ [named]: name, [state]: "idle" }, pool.idleCount);
      }
    },
  });
  new Gauge({
    ...{ name: "db_client_connection_max", help: "The most connections of a pool.", labelNames: [named], registers },
    collect() {
      for (const { name, pool } of pools()) this.set({ [named]: name }, pool.options.max ?? 10);
    },
  });
  new Gauge({
    name: "db_client_connection_pending_requests",
    ...{ help: "How many wait for a connection of a pool.", labelNames: [named], registers },
    collect() {
      for (const { name, pool } of pools()) this.set({ [named]: name }, pool.waitingCount);
    },
  });
}
