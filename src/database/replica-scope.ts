import { setTimeout as startTimer } from "node:timers";
import { type AccountScope, PooledScope, type TransactionMode } from "./account-scope.ts";
import { isBusy, isReadOnly, isUnreachable, sqlState } from "./errors.ts";
import type { Replica } from "./replica.ts";
import type { RawRow, Statement, Transaction } from "./transaction.ts";

/** A replica could not do what it was asked to: the whole request is answered by the primary instead. */
export class ReplicaUnusableError extends Error {
  constructor(cause: unknown) {
    super("A replica could not answer, and the primary is to do so.", { cause });
    this.name = "ReplicaUnusableError";
  }
}

/** Milliseconds after which it is looked whether a replica that does not answer still lives. */
const longestSilence = 1_000;

/**
 * What some accounts see, on a replica. What it cannot do ends with a `ReplicaUnusableError`: its answers and the primary's are of two
 * moments, and never belong to one request.
 */
export class ReplicaScope implements AccountScope {
  readonly #replica: Replica;
  readonly #scope: PooledScope;

  constructor(replica: Replica, accounts: readonly number[]) {
    this.#replica = replica;
    this.#scope = new PooledScope(replica.pool, accounts);
  }

  read(statement: Statement, values: readonly unknown[]): Promise<RawRow[]> {
    return this.#reading(() => this.#scope.read(statement, values));
  }

  async transaction<T>(work: (transaction: Transaction) => Promise<T>, mode: TransactionMode = "write"): Promise<T> {
    if (mode !== "read") throw new ReplicaUnusableError(new Error("A replica takes no writes."));
    return this.#reading(() => this.#scope.transaction(work, mode));
  }

  async #reading<T>(read: () => Promise<T>): Promise<T> {
    const replica = this.#replica;
    replica.readers++;
    const watching = startTimer(() => void replica.look(), longestSilence);
    try {
      return await read();
    } catch (error) {
      if (isBusy(error)) void replica.look();
      else if (isUnreachable(error) && !isReadOnly(error)) replica.lose(error);
      throw isOfReplica(error) ? new ReplicaUnusableError(error) : error;
    } finally {
      clearTimeout(watching);
      replica.readers--;
    }
  }
}

/**
 * What only a replica refuses: to write (25006), what holds up its following (40001), what a server does that follows nobody (55000), and tables
 * that do not follow (0A000).
 */
const ofReplicas = ["25006", "40001", "55000", "0A000"];

const isOfReplica = (error: unknown): boolean => isUnreachable(error) || ofReplicas.includes(sqlState(error) ?? "");
