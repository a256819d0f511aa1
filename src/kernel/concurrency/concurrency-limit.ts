/**
 * Lets a few of each key's pieces of work run at a time; the others wait for their turn, in the order in which they came. With a longest wait,
 * who has waited so long goes ahead without one.
 */
export class ConcurrencyLimit {
  readonly #most: number;
  readonly #longest: number | undefined;
  readonly #running = new Map<string, number>();
  readonly #waiting = new Map<string, (() => void)[]>();

  /**
   * @param most how many of one key run at a time
   * @param longest milliseconds that one waits at most; absent: as long as it takes
   */
  constructor(most: number, longest?: number) {
    this.#most = most;
    this.#longest = longest;
  }

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const hasTurn = await this.#enter(key);
    try {
      return await work();
    } finally {
      if (hasTurn) this.#leave(key);
    }
  }

  /** @returns whether it has a turn, which it must give back */
  async #enter(key: string): Promise<boolean> {
    const running = this.#running.get(key) ?? 0;
    if (running < this.#most) {
      this.#running.set(key, running + 1);
      return true;
    }
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const next = (): void => resolve(true);
    const waiting = this.#waiting.get(key);
    if (waiting) waiting.push(next);
    else this.#waiting.set(key, [next]);
    if (this.#longest === undefined) return promise;
    const patience = setTimeout(() => {
      this.#giveUp(key, next);
      resolve(false);
    }, this.#longest);
    return promise.finally(() => clearTimeout(patience));
  }

  /** Somebody does not wait any more. */
  #giveUp(key: string, next: () => void): void {
    const others = this.#waiting.get(key)?.filter((waiting) => waiting !== next) ?? [];
    if (others.length > 0) this.#waiting.set(key, others);
    else this.#waiting.delete(key);
  }

  /** Who waits goes on when somebody leaves. */
  #leave(key: string): void {
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
