/** Runs one task at a time. Waiting accounts alternate, so an account with many tasks delays the others by one task only. */
export class FairQueue {
  /** By account, in service order; no list is empty. */
  readonly #waiting = new Map<number, (() => void)[]>();
  #isBusy = false;

  /** @returns the task's result; rejects as it does */
  async run<T>(account: number, work: () => Promise<T>): Promise<T> {
    if (this.#isBusy) await this.#waitFor(account);
    this.#isBusy = true;
    try {
      return await work();
    } finally {
      this.#startNextAfter(account);
    }
  }

  #waitFor(account: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const waiting = this.#waiting.get(account);
    if (waiting) waiting.push(resolve);
    else this.#waiting.set(account, [resolve]);
    return promise;
  }

  #startNextAfter(account: number): void {
    // The account that just ran goes to the end.
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
