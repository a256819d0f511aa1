import { setTimeout as wait } from "node:timers/promises";
import type pg from "pg";
import type { Cause } from "./cause.ts";
import { isReadOnly, isUnreachable, OvertakenError, StandbyError, sqlState } from "./errors.ts";
import { announceWrite } from "./long-writes.ts";
import { pipelineOf } from "./pipeline.ts";
import { type RawRow, type Statement, Transaction } from "./transaction.ts";
import type { WriteGuard } from "./write-guard.ts";

const retryPauseMs = 25;
const maxAttempts = 5;

/** The value of `roost.accounts` on each connection; no entry before its first use. */
const settings = new WeakMap<pg.PoolClient, string>();

/** Broken connections, which the pool must discard. */
const broken = new WeakSet<pg.ClientBase>();

/**
 * Records when a connection breaks; call it once for each connection. Without a listener, an error between two statements
 * ends the process.
 */
export function watch(client: pg.ClientBase): void {
  client.on("error", () => broken.add(client));
}

/**
 * - `read`: reads only
 * - `write`: a short write
 * - `read, then write`: awaits a read before its first write, so `begin` is pipelined with that read
 * - `long write`: writes for seconds or minutes (`long-writes.ts`)
 */
export type TransactionMode = "read" | "write" | "read, then write" | "long write";

/** Named, because they are pipelined with other statements. */
const beginning = {
  read: { name: "begin reading", text: "begin isolation level repeatable read read only" },
  write: { name: "begin", text: "begin" },
} as const;

/** Unnamed, so that it is sent alone: a failed statement before it cannot cause it to be skipped. */
const rollback: Statement = { text: "rollback" };

const enter: Statement = { name: "enter accounts", text: "select set_config('roost.accounts', $1, false)" };

/**
 * The database as certain accounts see it. Row-level security hides all other accounts' rows, whatever a statement says
 * (docs/design/tenancy.md). Without accounts, only rows that no account owns are visible.
 */
export interface AccountScope {
  /** Runs one reading statement and returns its rows as raw text. */
  read(statement: Statement, values: readonly unknown[]): Promise<RawRow[]>;
  /**
   * Runs `work` in one transaction: commits when it returns, rolls back when it throws. `work` may run several times, so it
   * must not have effects outside the database.
   */
  transaction<T>(work: (transaction: Transaction) => Promise<T>, mode?: TransactionMode): Promise<T>;
}

interface ScopeOptions {
  /** Whether a cluster's workers hold the rows. If so, every read is a transaction, because only its settings reach the workers. */
  readonly distributed?: boolean;
  readonly guard?: WriteGuard;
  /** Whether `read` runs statements that write. */
  readonly readsWrite?: boolean;
  /** On whose behalf the scope writes. Absent for manual work on the database. */
  readonly by?: Cause;
  /** Runs after a commit, before `transaction` returns. */
  readonly committed?: () => Promise<void> | void;
}

/** An account scope on a connection pool: each statement and each transaction takes a connection. */
export class PooledScope implements AccountScope {
  private readonly pool: pg.Pool;
  private readonly accountIds: readonly number[];
  private readonly accounts: string;
  private readonly options: ScopeOptions;

  constructor(pool: pg.Pool, accounts: readonly number[], options: ScopeOptions = {}) {
    this.pool = pool;
    this.accountIds = accounts;
    this.accounts = `{${accounts.join(",")}}`;
    this.options = options;
  }

  async read(statement: Statement, values: readonly unknown[]): Promise<RawRow[]> {
    const { readsWrite, distributed, guard } = this.options;
    if (readsWrite) guard?.assertOpen();
    if (distributed) {
      return this.onConnection((client) =>
        this.runOnce(client, (transaction) => transaction.read(statement, values), "statement"),
      );
    }
    const { rows } = await this.onConnection((client) => orStandby(client, pipelineOf(client).send(statement, values)));
    return rows;
  }

  /**
   * Runs `work` in one transaction: commits when it returns, rolls back when it throws. Retries a deadlock, a serialization
   * failure or an `OvertakenError`, with five attempts in all.
   */
  async transaction<T>(work: (transaction: Transaction) => Promise<T>, mode: TransactionMode = "write"): Promise<T> {
    if (mode !== "read") this.options.guard?.assertOpen();
    let isCommitted = false;
    const onCommit = async (): Promise<void> => {
      isCommitted = true;
      await this.options.committed?.();
    };
    for (let attempt = 1; ; attempt++) {
      try {
        if (mode === "long write") return await this.onConnection((client) => this.announced(client, work, onCommit));
        const result = await this.onConnection((client) => this.runOnce(client, work, mode));
        if (mode !== "read") await onCommit();
        return result;
      } catch (error) {
        // A failing `committed` listener must not repeat a write that is committed.
        if (isCommitted || attempt === maxAttempts || !isPassingConflict(error)) throw error;
        // Without a pause, we would often take the lock again before the other transaction wakes up.
        await wait(retryPauseMs * attempt * (1 + Math.random()));
      }
    }
  }

  /** Runs a long write, which is announced to readers while it is in progress. */
  private async announced<T>(
    client: pg.PoolClient,
    work: (transaction: Transaction) => Promise<T>,
    onCommit: () => Promise<void>,
  ): Promise<T> {
    const write = await announceWrite(client, this.accounts);
    const locked = async (transaction: Transaction): Promise<T> => {
      await write.lock();
      return work(transaction);
    };
    try {
      const result = await this.runOnce(client, locked, "write");
      await onCommit();
      return result;
    } finally {
      // Failing to remove the announcement must not hide the transaction's result: a stale announcement is harmless.
      await write.end().catch(() => broken.add(client));
    }
  }

  private runOnce<T>(
    client: pg.PoolClient,
    work: (transaction: Transaction) => Promise<T>,
    mode: Attempt<T>["mode"],
  ): Promise<T> {
    const { by, distributed = false } = this.options;
    const transaction = new Transaction(client, distributed);
    const begin = (): void => {
      // If this fails, the statements after it fail and report it.
      if (distributed) transaction.enter(this.accountIds).catch(() => undefined);
      if (by && mode !== "read" && mode !== "statement") transaction.causedBy(by);
    };
    const attempt = runTransaction(client, { transaction, begin, work, mode });
    const done = distributed ? orRefused(client, attempt) : attempt;
    return mode === "read" ? done : orStandby(client, done);
  }

  /** Runs `work` on a pooled connection that is set to the accounts. Discards the connection if it broke. */
  private async onConnection<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await this.pool.connect();
    try {
      return await this.inScope(client, () => work(client));
    } catch (error) {
      // The server's error arrives before the connection closes.
      if (isUnreachable(error)) broken.add(client);
      throw error;
    } finally {
      client.release(broken.has(client));
    }
  }

  /** Pipelines the account setting with the statements of `work`. */
  private async inScope<T>(client: pg.PoolClient, work: () => Promise<T>): Promise<T> {
    if (this.options.distributed || settings.get(client) === this.accounts) return work();
    settings.delete(client);
    const [entered, result] = await Promise.allSettled([client.query({ ...enter, values: [this.accounts] }), work()]);
    if (entered.status === "rejected") throw entered.reason;
    settings.set(client, this.accounts);
    if (result.status === "rejected") throw result.reason;
    return result.value;
  }
}

/** A demoted server refuses writes. Discards its connection, so that the next one goes to the new primary. */
async function orStandby<T>(client: pg.PoolClient, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!isReadOnly(error)) throw error;
    broken.add(client);
    throw new StandbyError();
  }
}

/** Discards a connection whose planner refused a statement: it no longer delegates functions to workers (docs/design/cluster.md). */
async function orRefused<T>(client: pg.PoolClient, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (sqlState(error) === "0A000") broken.add(client);
    throw error;
  }
}

interface Attempt<T> {
  readonly transaction: Transaction;
  /** Sends the statements that precede the work. */
  readonly begin: () => void;
  readonly work: (transaction: Transaction) => Promise<T>;
  /** A `statement` may also write, through a function. */
  readonly mode: Exclude<TransactionMode, "long write"> | "statement";
}

async function runTransaction<T>(client: pg.PoolClient, { transaction, begin, work, mode }: Attempt<T>): Promise<T> {
  try {
    const begun = pipelineOf(client).send(mode === "read" ? beginning.read : beginning.write, []);
    // After a failed `begin`, a pipelined statement would commit on its own. So a write waits for it.
    if (mode === "write") await begun;
    begun.catch((error: unknown) => transaction.refuse(error));
    begin();
    const [begins, worked] = await Promise.allSettled([begun, work(transaction)]);
    if (begins.status === "rejected") throw begins.reason;
    if (worked.status === "rejected") throw worked.reason;
    await transaction.commit();
    return worked.value;
  } catch (error) {
    // Concurrent work must not send statements after the rollback: they would commit on their own.
    transaction.refuse(error);
    // If the connection is gone, the server has rolled back, and the pool must discard this client.
    await pipelineOf(client)
      .send(rollback, [])
      .catch(() => broken.add(client));
    throw await transaction.causeOf(error);
  }
}

/** Whether a transaction that failed with this error may succeed when retried. */
export function isPassingConflict(error: unknown): boolean {
  if (error instanceof OvertakenError) return true;
  const state = sqlState(error);
  return state === "40P01" || state === "40001";
}
