import type { AccountScope } from "./account-scope.ts";
import type { RawRow, Statement, Transaction } from "./transaction.ts";

/**
 * A scope inside an open transaction. Nested transactions become part of it and commit or roll back with it.
 * Reads see its writes; its accounts apply.
 */
export class JoinedScope implements AccountScope {
  private readonly outer: Transaction;
  /** The first failure in here. The code that began the transaction ends it, and may retry it. */
  failure: unknown;

  constructor(transaction: Transaction) {
    this.outer = transaction;
  }

  read(statement: Statement, values: readonly unknown[]): Promise<RawRow[]> {
    return this.recordingFailure(this.outer.read(statement, values));
  }

  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.recordingFailure(work(this.outer));
  }

  private async recordingFailure<T>(result: Promise<T>): Promise<T> {
    try {
      return await result;
    } catch (error) {
      const cause = await this.outer.causeOf(error);
      this.failure ??= cause;
      throw cause;
    }
  }
}
