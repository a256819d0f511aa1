import { setTimeout as wait } from "node:timers/promises";
import type { FrequentJob, RunRecurring } from "./recurring.ts";

/** Delay between the first runs of two jobs, so that quick ones share a connection. */
const staggerMs = 100;

/**
 * Runs the frequent jobs, each at its own interval and immediately at first, until it is time to hand over. A slow run skips the runs that it
 * misses and does not delay the other jobs.
 * @param maxMs after this time it ends, as soon as no job runs
 * @param ending ends it: no further run begins
 */
export async function runFrequentJobs(
  jobs: readonly FrequentJob[],
  run: RunRecurring,
  maxMs: number,
  ending: AbortSignal,
): Promise<void> {
  const over = new AbortController();
  let running = 0;
  let isLate = false;
  const endWhenIdle = (): void => {
    if (isLate && running === 0) over.abort();
  };
  const handOver = setTimeout(() => {
    isLate = true;
    endWhenIdle();
  }, maxMs);
  const stop = AbortSignal.any([over.signal, ending]);
  const loop = async (job: FrequentJob, index: number): Promise<void> => {
    await wait(index * staggerMs, undefined, { signal: stop }).catch(() => undefined);
    for (let next = performance.now(); !stop.aborted; ) {
      running++;
      await run(job, ending);
      running--;
      endWhenIdle();
      const now = performance.now();
      while (next <= now) next += job.every.seconds * 1000;
      await wait(next - now, undefined, { signal: stop }).catch(() => undefined);
    }
  };
  try {
    await Promise.all(jobs.map(loop));
  } finally {
    clearTimeout(handOver);
  }
}
