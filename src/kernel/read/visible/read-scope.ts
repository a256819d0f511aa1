import type { AccountScope } from "../../../database/sql/account-scope.ts";
import type { RawRow, Statement, Transaction } from "../../../database/sql/transaction.ts";
import type { Caller } from "../../access/caller.ts";
import type { Resource } from "../../resource.ts";
import type { QueryCache } from "../query-cache.ts";

/** Runs reading statements: the database, or an open transaction. */
export interface Reader {
  read(statement: Statement, values: readonly unknown[]): Promise<RawRow[]>;
}

/** The inputs that determine how a read is compiled. */
export interface QueryScope {
  readonly queries: QueryCache;
  readonly caller: Caller;
}

/** The context of every read of records. */
export interface ReadScope<Database extends Reader = Reader> extends QueryScope {
  /** Limited to the caller's accounts. */
  readonly database: Database;
}

/** Runs several reads in one snapshot. */
export function inSnapshot<T>(
  { database, queries, caller }: ReadScope<AccountScope>,
  work: (scope: ReadScope<Transaction>) => Promise<T>,
): Promise<T> {
  return database.transaction((transaction) => work({ database: transaction, queries, caller }), "read");
}

/** Runs a resource's preparation before its records are read (see `QueryCache.beforeReadsOf`). */
export async function prepareReads(scope: ReadScope<AccountScope>, resource: Resource): Promise<void> {
  await scope.queries.beforeReadsOf(resource)?.(scope);
}
