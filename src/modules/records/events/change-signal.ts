import { cached } from "../../../kernel/application-cache.ts";

interface Waiting {
  readonly accounts: ReadonlySet<number>;
  readonly wake: () => void;
}

/** Wakes requests that wait for changes in an account. Each is woken once and then reads for itself. */
export class ChangeSignal {
  private readonly waiting = new Set<Waiting>();
  private isClosed = false;

  /** Wakes the requests that wait for one of these accounts. */
  emit(accounts: readonly number[]): void {
    for (const one of [...this.waiting]) if (accounts.some((account) => one.accounts.has(account))) one.wake();
  }

  /** Wakes all waiting requests, and lets none wait from now on. */
  close(): void {
    this.isClosed = true;
    for (const one of [...this.waiting]) one.wake();
  }

  get closed(): boolean {
    return this.isClosed;
  }

  /** Starts waiting for a change in one of the accounts. Changes from this call on are not missed. */
  next(accounts: readonly number[], timeoutMs: number): Promise<void> {
    if (this.isClosed) return Promise.resolve();
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        this.waiting.delete(one);
        resolve();
      };
      const one: Waiting = { accounts: new Set(accounts), wake: end };
      const timer = setTimeout(end, timeoutMs);
      this.waiting.add(one);
    });
  }
}

/** The running service's signal. */
export const changeSignal = cached(() => new ChangeSignal());
