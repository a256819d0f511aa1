import { cached } from "../../../kernel/application-cache.ts";

interface Waiting {
  readonly accounts: ReadonlySet<number>;
  readonly wake: () => void;
}

/** Wakes requests that wait for changes of accounts: each is told once, and looks for itself. */
export class ChangeSignal {
  private readonly waiting = new Set<Waiting>();
  private isClosed = false;

  /** Something of these accounts has changed. */
  emit(accounts: readonly number[]): void {
    for (const one of [...this.waiting]) if (accounts.some((account) => one.accounts.has(account))) one.wake();
  }

  /** The service ends: nobody waits any more. */
  close(): void {
    this.isClosed = true;
    for (const one of [...this.waiting]) one.wake();
  }

  get closed(): boolean {
    return this.isClosed;
  }

  /** Begins to wait for a change of one of the accounts, at most so many milliseconds: what comes from now on is not missed. */
  next(accounts: readonly number[], milliseconds: number): Promise<void> {
    if (this.isClosed) return Promise.resolve();
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        this.waiting.delete(one);
        resolve();
      };
      const one: Waiting = { accounts: new Set(accounts), wake: end };
      const timer = setTimeout(end, milliseconds);
      this.waiting.add(one);
    });
  }
}

/** That of a running service. */
export const changeSignal = cached(() => new ChangeSignal());
