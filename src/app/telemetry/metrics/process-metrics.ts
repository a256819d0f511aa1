import { monitorEventLoopDelay, performance } from "node:perf_hooks";
import { getHeapStatistics } from "node:v8";
import { Counter, Gauge, type Registry } from "prom-client";
import type { Stop } from "../listen.ts";

/** Milliseconds between two looks at the event loop. They are part of what Node measures, and taken off again. */
const resolution = 20;

/** Measures the process: memory, processor, event loop. */
export function processMetrics(registry: Registry): Stop {
  const registers = [registry];
  new Counter({
    name: "process_cpu_time_seconds_total",
    ...{ help: "Processor time of the process.", labelNames: ["cpu_mode"], registers },
    collect() {
      const { user, system } = process.cpuUsage();
      this.reset();
      this.inc({ cpu_mode: "user" }, user / 1e6);
      this.inc({ cpu_mode: "system" }, system / 1e6);
    },
  });
  const gauge = (name: string, help: string, value: () => number): void => {
    new Gauge({
      ...{ name, help, registers },
      collect() {
        this.set(value());
      },
    });
  };
  gauge("process_memory_usage_bytes", "Resident memory of the process.", () => process.memoryUsage.rss());
  gauge("process_uptime_seconds", "How long the process has run.", () => process.uptime());
  gauge("v8js_memory_heap_used_bytes", "Heap in use.", () => getHeapStatistics().used_heap_size);
  gauge("v8js_memory_heap_limit_bytes", "The largest that the heap may be.", () => getHeapStatistics().heap_size_limit);
  return eventLoopMetrics(gauge);
}

/** The delays since somebody last asked: how much later than they should callbacks came. */
function eventLoopMetrics(gauge: (name: string, help: string, value: () => number) => void): Stop {
  const delays = monitorEventLoopDelay({ resolution });
  delays.enable();
  let before = performance.eventLoopUtilization();
  gauge("nodejs_eventloop_utilization_ratio", "Share of the time that the event loop was busy.", () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    return utilization;
  });
  const seconds = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e9 - resolution / 1000) || 0;
  const said = "Delay of the event loop since the last scrape";
  gauge("nodejs_eventloop_delay_mean_seconds", `${said}: mean.`, () => seconds(delays.mean));
  gauge("nodejs_eventloop_delay_max_seconds", `${said}: the longest.`, () => seconds(delays.max));
  gauge("nodejs_eventloop_delay_p50_seconds", `${said}: median.`, () => seconds(delays.percentile(50)));
  gauge("nodejs_eventloop_delay_p90_seconds", `${said}: 90th percentile.`, () => seconds(delays.percentile(90)));
  // The last one that is asked: what was measured so far has been shown.
  gauge("nodejs_eventloop_delay_p99_seconds", `${said}: 99th percentile.`, () => {
    const value = seconds(delays.percentile(99));
    delays.reset();
    return value;
  });
  return () => void delays.disable();
}
