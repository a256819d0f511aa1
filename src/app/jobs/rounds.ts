import { setTimeout as wait } from "node:timers/promises";
import type { FrequentJob, TakeTurn } from "./recurring.ts";

/** Milliseconds between the first turns of two works, so that what is quick shares a connection for good. */
const apart = 100;

/**
 * Takes turns of what recurs within the minute, each work in its own rhythm and the first turn at once, until it is time to hand over: a
 * turn that takes longer is not followed by those that it missed, and keeps the others from nothing.
 * @param length milliseconds after which it ends, as soon as no turn is under way
 * @param ending ends it: no further turn begins
 */
export async function takeRounds(
  jobs: readonly FrequentJob[],
  take: TakeTurn,
  length: number,
  ending: AbortSignal,
): Promise<void> {
  const over = new AbortController();
  let underWay = 0;
  let isLate = false;
  const endWhenQuiet = (): void => {
    if (isLate && underWay === 0) over.abort();
  };
  const handOver = setTimeout(() => {
    isLate = true;
    endWhenQuiet();
  }, length);
  const stop = AbortSignal.any([over.signal, ending]);
  const rhythm = async (job: FrequentJob, index: number): Promise<void> => {
    await wait(index * apart, undefined, { signal: stop }).catch(() => undefined);
    for (let next = performance.now(); !stop.aborted; ) {
      underWay++;
      await take(job, ending);
      underWay--;
      endWhenQuiet();
      const now = performance.now();
      while (next <= now) next += job.every.seconds * 1000;
      await wait(next - now, undefined, { signal: stop }).catch(() => undefined);
    }
  };
  try {
    await Promise.all(jobs.map(rhythm));
  } finally {
    clearTimeout(handOver);
  }
}
