import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Usage } from "./messages.ts";

/** Milliseconds between two looks at the event loop; part of every delay that the histogram holds. */
const resolution = 10;

/** Says where this process listens, and from then on answers each question with what it used since the last one. */
export function answerUsage(url: string): void {
  const delays = monitorEventLoopDelay({ resolution });
  delays.enable();
  let before = process.cpuUsage();
  process.on("message", () => {
    const { user, system } = process.cpuUsage(before);
    before = process.cpuUsage();
    const usage: Usage = {
      memory: process.memoryUsage.rss() / 1024 / 1024,
      processor: (user + system) / 1000,
      delay: Math.max(0, delays.percentile(99) / 1e6 - resolution),
    };
    delays.reset();
    process.send?.(usage);
  });
  process.send?.({ url });
}
