/** Lets a few of each key's pieces of work run at a time; the others wait for their turn, in the order in which they came. */
export class ConcurrencyLimit {
  readonly #most: number;
  readonly #running = new Map<string, number>();
  readonly #waiting = new Map<string, (() => void)[]>();

  /** @param most how many of one key run at a time */
  constructor(most: number) {
    this.#most = most;
  }

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    await this.#enter(key);
    try {
      return await work();
    } finally {
      this.#leave(key);
    }
  }

  #enter(key: string): Promise<void> | undefined {
    const running = this.#running.get(key) ?? 0;
    if (running < this.#most) {
      this.#running.set(key, running + 1);
      return undefined;
    }
    return new Promise((resolve) => {
      const waiting = this.#waiting.get(key);
      if (waiting) waiting.push(resolve);
      else this.#waiting.set(key, [resolve]);
    });
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
