import type { AccountScope } from "../../../database/sql/account-scope.ts";
import type { Transaction } from "../../../database/sql/transaction.ts";

type Row = Record<string, unknown>;

/** The database of one account at the prompt: row-level security shows no other account's rows, and nothing is written unless `mode` says so. */
export class ConsoleDatabase {
  readonly mode: "read" | "write";
  private readonly scope: AccountScope;

  constructor(scope: AccountScope, mode: "read" | "write") {
    this.scope = scope;
    this.mode = mode;
  }

  /** The rows of a statement: `await database.rows("select id from rentals where name = $1", ["Villa Aurora"])`. */
  rows(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return this.transaction((transaction) => transaction.rows<Row>(text, values));
  }

  /** The first row, or undefined. */
  row(text: string, values: readonly unknown[] = []): Promise<Row | undefined> {
    return this.transaction((transaction) => transaction.row<Row>(text, values));
  }

  /** Runs a writing statement in a transaction of its own; answers how many rows it touched. */
  run(text: string, values: readonly unknown[] = []): Promise<number> {
    return this.transaction((transaction) => transaction.run(text, values));
  }

  /** Runs `work` in one transaction: read-only, unless the console was started with --write. */
  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    // A person may think for a while between two statements.
    return this.scope.transaction(work, this.mode === "write" ? "long write" : "read");
  }
}
