import { monitorEventLoopDelay, performance } from "node:perf_hooks";
import { getHeapStatistics } from "node:v8";
import type { Meter } from "@opentelemetry/api";
import type { Stop } from "../listen.ts";

/** The sampling interval. Node includes it in the delays, so it is subtracted. */
const resolutionMs = 20;

/** Measures the process: memory, processor, event loop. */
export function processMetrics(meter: Meter): Stop {
  meter
    .createObservableCounter("process_cpu_time_seconds_total", { description: "CPU time of the process." })
    .addCallback((shown) => {
      const { user, system } = process.cpuUsage();
      shown.observe(user / 1e6, { cpu_mode: "user" });
      shown.observe(system / 1e6, { cpu_mode: "system" });
    });
  const gauge = (name: string, description: string, value: () => number): void =>
    meter.createObservableGauge(name, { description }).addCallback((shown) => shown.observe(value()));
  gauge("process_memory_usage_bytes", "Resident memory of the process.", () => process.memoryUsage.rss());
  gauge("process_uptime_seconds", "Uptime of the process.", () => process.uptime());
  gauge("v8js_memory_heap_used_bytes", "Heap in use.", () => getHeapStatistics().used_heap_size);
  gauge("v8js_memory_heap_limit_bytes", "Maximum heap size.", () => getHeapStatistics().heap_size_limit);
  return eventLoopMetrics(meter);
}

/** Measures how late callbacks ran since the last scrape. */
function eventLoopMetrics(meter: Meter): Stop {
  const delays = monitorEventLoopDelay({ resolution: resolutionMs });
  delays.enable();
  let before = performance.eventLoopUtilization();
  const seconds = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e9 - resolutionMs / 1000) || 0;
  const gauge = (name: string, description: string, value: () => number) =>
    ({ shown: meter.createObservableGauge(name, { description }), value }) as const;
  const delay = (name: string, which: string, value: () => number) =>
    gauge(`nodejs_eventloop_delay_${name}_seconds`, `Event loop delay since the last scrape: ${which}.`, () =>
      seconds(value()),
    );
  const gauges = [
    gauge("nodejs_eventloop_utilization_ratio", "Share of time the event loop was busy.", () => {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, before);
      before = now;
      return utilization;
    }),
    delay("mean", "mean", () => delays.mean),
    delay("max", "maximum", () => delays.max),
    delay("p50", "median", () => delays.percentile(50)),
    delay("p90", "90th percentile", () => delays.percentile(90)),
    delay("p99", "99th percentile", () => delays.percentile(99)),
  ];
  meter.addBatchObservableCallback(
    (result) => {
      for (const { shown, value } of gauges) result.observe(shown, value());
      delays.reset();
    },
    gauges.map(({ shown }) => shown),
  );
  return () => void delays.disable();
}
