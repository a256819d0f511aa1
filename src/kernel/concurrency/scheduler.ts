import { setImmediate } from "node:timers";

/** The maximum time for which a slice of a long computation may block the event loop. */
const maxSliceMs = 1;

/**
 * Schedules long computations on the event loop, one slice per iteration, so that other requests are served in between. Lanes take
 * turns: a caller with many computations delays only itself (docs/design/maps-and-lengths.md).
 */
class Scheduler {
  /** By lane, in service order; no list is empty. */
  readonly #waiting = new Map<string, (() => void)[]>();
  #end = 0;

  /** Whether the current slice is used up: then await `next`. */
  get isSliceOver(): boolean {
    return performance.now() >= this.#end;
  }

  /** Resolves when the caller may compute its next slice. Await it before the first one too. */
  next(lane: string): Promise<void> {
    return new Promise((resolve) => {
      if (this.#waiting.size === 0) setImmediate(this.#runNext);
      const waiting = this.#waiting.get(lane);
      if (waiting) waiting.push(resolve);
      else this.#waiting.set(lane, [resolve]);
    });
  }

  readonly #runNext = (): void => {
    const [next] = this.#waiting;
    if (!next) return;
    const [lane, waiting] = next;
    const resolve = waiting.shift();
    this.#waiting.delete(lane);
    if (waiting.length > 0) this.#waiting.set(lane, waiting);
    if (this.#waiting.size > 0) setImmediate(this.#runNext);
    this.#end = performance.now() + maxSliceMs;
    resolve?.();
  };
}

/** One for the process, because a process has one event loop. */
export const scheduler = new Scheduler();

/** A chunk of items that take a microsecond or less each: reading the clock after every item would double their cost. */
export const cheapChunkSize = 16;

/**
 * Processes items in slices that let other work run in between.
 * @param chunkSize items between two looks at the clock
 */
export async function inSlices<T>(
  lane: string,
  items: Iterable<T>,
  work: (item: T) => void,
  chunkSize = 1,
): Promise<void> {
  let left = chunkSize;
  for (const item of items) {
    work(item);
    if (--left > 0) continue;
    left = chunkSize;
    if (scheduler.isSliceOver) await scheduler.next(lane);
  }
}
