/**
 * Runs one piece of work at a time. Those who wait take turns: after one of an account's pieces, every other account that waits has one
 * of its own done, however many the first one has.
 */
export class FairQueue {
  /** By account, in the order in which they come next; none is empty. */
  readonly #waiting = new Map<number, (() => void)[]>();
  #isBusy = false;

  /** @returns what the work returns; rejects as it does */
  async run<T>(account: number, work: () => Promise<T>): Promise<T> {
    if (this.#isBusy) await this.#turnOf(account);
    this.#isBusy = true;
    try {
      return await work();
    } finally {
      this.#startNextAfter(account);
    }
  }

  #turnOf(account: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const waiting = this.#waiting.get(account);
    if (waiting) waiting.push(resolve);
    else this.#waiting.set(account, [resolve]);
    return promise;
  }

  #startNextAfter(account: number): void {
    // Whoever had a turn comes last.
    const own = this.#waiting.get(account);
    if (own) {
      this.#waiting.delete(account);
      this.#waiting.set(account, own);
    }
    const [next] = this.#waiting;
    if (!next) {
      this.#isBusy = false;
      return;
    }
    const [following, waiting] = next;
    const start = waiting.shift();
    if (waiting.length === 0) this.#waiting.delete(following);
    start?.();
  }
}
