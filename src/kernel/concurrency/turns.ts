import { setImmediate } from "node:timers";

/** Milliseconds that long computations may take, all of them together, before what else has arrived has its turn. */
const longestPiece = 1;

/**
 * The turns of the event loop, as long computations take them: once around the loop one of them goes on, for one piece. In between
 * everything else is answered, however many there are. Whose computations they are says the lane: lanes take turns, so that who
 * asks for much waits for himself (docs/design/maps-and-lengths.md).
 */
class Turns {
  /** By lane, in the order in which they come next; none is empty. */
  readonly #waiting = new Map<string, (() => void)[]>();
  #end = 0;

  /** Whether the piece that is being computed has been long enough: then `next` is to be awaited. */
  get isOver(): boolean {
    return performance.now() >= this.#end;
  }

  /** Resolves when the caller may compute its next piece; to be awaited before the first one too. */
  next(lane: string): Promise<void> {
    return new Promise((resolve) => {
      if (this.#waiting.size === 0) setImmediate(this.#goOn);
      const waiting = this.#waiting.get(lane);
      if (waiting) waiting.push(resolve);
      else this.#waiting.set(lane, [resolve]);
    });
  }

  readonly #goOn = (): void => {
    const [next] = this.#waiting;
    if (!next) return;
    const [lane, waiting] = next;
    const resolve = waiting.shift();
    this.#waiting.delete(lane);
    if (waiting.length > 0) this.#waiting.set(lane, waiting);
    if (this.#waiting.size > 0) setImmediate(this.#goOn);
    this.#end = performance.now() + longestPiece;
    resolve?.();
  };
}

/** A process has one event loop: whatever computes long in it waits here. */
export const turns = new Turns();

/** So many things that take a microsecond or less are done between two looks at the clock, which would take as long as they do. */
export const little = 16;

/**
 * Does something for each of many things, and lets others have their turns in between.
 * @param together how many of them are done between two looks at the clock
 */
export async function inTurns<T>(
  lane: string,
  things: Iterable<T>,
  work: (thing: T) => void,
  together = 1,
): Promise<void> {
  let left = together;
  for (const thing of things) {
    work(thing);
    if (--left > 0) continue;
    left = together;
    if (turns.isOver) await turns.next(lane);
  }
}
