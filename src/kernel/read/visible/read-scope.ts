import type { AccountScope } from "../../../database/sql/account-scope.ts";
import type { RawRow, Statement, Transaction } from "../../../database/sql/transaction.ts";
import type { Caller } from "../../access/caller.ts";
import type { Resource } from "../../resource.ts";
import type { QueryCache } from "../query-cache.ts";

/** Something that runs a reading statement: the database, or a transaction that is under way. */
export interface Reader {
  read(statement: Statement, values: readonly unknown[]): Promise<RawRow[]>;
}

/** What decides how a read is compiled: the queries that are known already, and who calls. */
export interface QueryScope {
  readonly queries: QueryCache;
  readonly caller: Caller;
}

/** What every read of records works with. */
export interface ReadScope<Database extends Reader = Reader> extends QueryScope {
  /** Sees the caller's accounts and no others. */
  readonly database: Database;
}

/** Runs several reads in one snapshot: what they answer is of the same moment. */
export function inSnapshot<T>(
  { database, queries, caller }: ReadScope<AccountScope>,
  work: (scope: ReadScope<Transaction>) => Promise<T>,
): Promise<T> {
  return database.transaction((transaction) => work({ database: transaction, queries, caller }), "read");
}

/** What has to be done before records of a resource are read (see `QueryCache.beforeReadsOf`). */
export async function prepareReads(scope: ReadScope<AccountScope>, resource: Resource): Promise<void> {
  await scope.queries.beforeReadsOf(resource)?.(scope);
}
