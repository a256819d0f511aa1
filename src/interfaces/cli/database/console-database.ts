import type { AccountScope } from "../../../database/sql/account-scope.ts";
import type { Transaction } from "../../../database/sql/transaction.ts";

type Row = Record<string, unknown>;

/** One account's database at the prompt. Row-level security hides other accounts' rows; writes need mode `write`. */
export class ConsoleDatabase {
  readonly mode: "read" | "write";
  private readonly scope: AccountScope;

  constructor(scope: AccountScope, mode: "read" | "write") {
    this.scope = scope;
    this.mode = mode;
  }

  /** Returns a statement's rows: `await database.rows("select id from rentals where name = $1", ["Villa Aurora"])`. */
  rows(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return this.transaction((transaction) => transaction.rows<Row>(text, values));
  }

  /** Returns the first row, or undefined. */
  row(text: string, values: readonly unknown[] = []): Promise<Row | undefined> {
    return this.transaction((transaction) => transaction.row<Row>(text, values));
  }

  /** Runs a statement in its own transaction and returns the number of rows it changed. */
  run(text: string, values: readonly unknown[] = []): Promise<number> {
    return this.transaction((transaction) => transaction.run(text, values));
  }

  /** Runs `work` in one transaction, read-only unless the console was started with --write. */
  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    // A person may pause between two statements.
    return this.scope.transaction(work, this.mode === "write" ? "long write" : "read");
  }
}
