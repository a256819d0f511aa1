import type { AccountScope } from "./account-scope.ts";
import type { RawRow, Statement, Transaction } from "./transaction.ts";

/**
 * The database inside of a transaction that is under way: what would be transactions of their own become part of it, and are committed
 * or rolled back with it. Reads see what it has written. The accounts are those of the transaction.
 */
export class JoinedScope implements AccountScope {
  private readonly transactionUnderway: Transaction;
  /** What failed first in here: whoever began the transaction ends it, and tries it again where that may help. */
  failure: unknown;

  constructor(transaction: Transaction) {
    this.transactionUnderway = transaction;
  }

  read(statement: Statement, values: readonly unknown[]): Promise<RawRow[]> {
    return this.noting(this.transactionUnderway.read(statement, values));
  }

  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.noting(work(this.transactionUnderway));
  }

  private async noting<T>(result: Promise<T>): Promise<T> {
    try {
      return await result;
    } catch (error) {
      const cause = await this.transactionUnderway.causeOf(error);
      this.failure ??= cause;
      throw cause;
    }
  }
}
