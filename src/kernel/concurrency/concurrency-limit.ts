/**
 * Limits how many tasks of each key run at a time; the others wait in order of arrival. With `maxWaitMs`, a task that has waited that
 * long runs anyway.
 */
export class ConcurrencyLimit {
  readonly #maxRunning: number;
  readonly #maxWaitMs: number | undefined;
  readonly #running = new Map<string, number>();
  readonly #waiting = new Map<string, (() => void)[]>();

  /**
   * @param maxRunning tasks of one key that run at a time
   * @param maxWaitMs absent: a task waits without limit
   */
  constructor(maxRunning: number, maxWaitMs?: number) {
    this.#maxRunning = maxRunning;
    this.#maxWaitMs = maxWaitMs;
  }

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const hasSlot = await this.#acquire(key);
    try {
      return await work();
    } finally {
      if (hasSlot) this.#release(key);
    }
  }

  /** @returns whether the task holds a slot, which it must release */
  async #acquire(key: string): Promise<boolean> {
    const running = this.#running.get(key) ?? 0;
    if (running < this.#maxRunning) {
      this.#running.set(key, running + 1);
      return true;
    }
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const next = (): void => resolve(true);
    const waiting = this.#waiting.get(key);
    if (waiting) waiting.push(next);
    else this.#waiting.set(key, [next]);
    if (this.#maxWaitMs === undefined) return promise;
    const timeout = setTimeout(() => {
      this.#stopWaiting(key, next);
      resolve(false);
    }, this.#maxWaitMs);
    return promise.finally(() => clearTimeout(timeout));
  }

  #stopWaiting(key: string, next: () => void): void {
    const others = this.#waiting.get(key)?.filter((waiting) => waiting !== next) ?? [];
    if (others.length > 0) this.#waiting.set(key, others);
    else this.#waiting.delete(key);
  }

  /** Passes the slot to the next waiting task. */
  #release(key: string): void {
    const waiting = this.#waiting.get(key);
    const next = waiting?.shift();
    if (waiting?.length === 0) this.#waiting.delete(key);
    if (next) {
      next();
      return;
    }
    const running = (this.#running.get(key) ?? 1) - 1;
    if (running > 0) this.#running.set(key, running);
    else this.#running.delete(key);
  }
}
