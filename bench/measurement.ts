import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Usage } from "./messages.ts";

/** The event loop histogram's resolution in milliseconds, included in every delay. */
const resolution = 10;

/** Reports this process's URL, and replies to each message with its usage since the previous one. */
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
