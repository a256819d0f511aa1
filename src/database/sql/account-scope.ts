import { setTimeout as wait } from "node:timers/promises";
import type pg from "pg";
import type { Cause } from "./cause.ts";
import { isReadOnly, isUnreachable, OvertakenError, StandbyError, sqlState } from "./errors.ts";
import { announceWrite } from "./long-writes.ts";
import { pipelineOf } from "./pipeline.ts";
import { type RawRow, type Statement, Transaction } from "./transaction.ts";
import type { WriteGuard } from "./write-guard.ts";

/** Milliseconds before a transaction is tried again, and how often it is tried in all. */
const pause = 25;
const mostAttempts = 5;

/** The accounts that a connection is set to, as they stand in `roost.accounts`; no entry before its first use. */
const settings = new WeakMap<pg.PoolClient, string>();

/** Connections that broke, and are not to be used again. */
const broken = new WeakSet<pg.ClientBase>();

/**
 * Notes when a connection breaks; to be called once for each. Where nobody listens to it, one that breaks between two statements ends the
 * process, and its greeting may already be an error.
 */
export function watch(client: pg.ClientBase): void {
  client.on("error", () => broken.add(client));
}

/**
 * What a transaction is: one that reads, one that writes within a moment, one that does so and begins with reading, or one that writes for
 * seconds or minutes (`long-writes.ts`). One that begins with reading awaits an answer before it first writes: `begin` travels along with
 * what it asks first.
 */
export type TransactionMode = "read" | "write" | "read, then write" | "long write";

/** Named, because such statements go together with others. */
const beginning = {
  read: { name: "begin reading", text: "begin isolation level repeatable read read only" },
  write: { name: "begin", text: "begin" },
} as const;

/** Without a name: it goes by itself, where nothing that fails before it can have it skipped. */
const rollback: Statement = { text: "rollback" };

const enter: Statement = { name: "enter accounts", text: "select set_config('roost.accounts', $1, false)" };

/**
 * The database as some accounts see it: row-level security shows and takes no other rows on its connections, whatever a statement
 * says (docs/design/tenancy.md). Without accounts, only what belongs to nobody.
 */
export interface AccountScope {
  /** Runs one reading statement and answers rows of raw text, as the row writers take them. */
  read(statement: Statement, values: readonly unknown[]): Promise<RawRow[]>;
  /**
   * Runs `work` in one transaction: committed when it answers, rolled back when it throws. `work` may be run several times, and must
   * leave no traces outside of the database.
   */
  transaction<T>(work: (transaction: Transaction) => Promise<T>, mode?: TransactionMode): Promise<T>;
}

/** How a scope works. */
interface ScopeOptions {
  /** Whether rows lie on the workers of a cluster: then everything is a transaction, whose settings go there with it. */
  readonly distributed?: boolean;
  readonly guard?: WriteGuard;
  /** What it reads writes as well. */
  readonly readsWrite?: boolean;
  /** On whose behalf. Absent: whoever works on the database by hand. */
  readonly by?: Cause;
  /** What comes before the writer learns that it has written. */
  readonly committed?: () => Promise<void> | void;
}

/** What some accounts see, on connections of a pool: each statement and each transaction takes one. */
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
        this.once(client, (transaction) => transaction.read(statement, values), "statement"),
      );
    }
    const { rows } = await this.onConnection((client) => orStandby(client, pipelineOf(client).send(statement, values)));
    return rows;
  }

  /**
   * Runs `work` in one transaction: committed when it answers, rolled back when it throws. A deadlock, a serialisation failure
   * or an `OvertakenError` is tried again (five times in all) before it is given up; `work` must therefore not leave traces outside of the database.
   */
  async transaction<T>(work: (transaction: Transaction) => Promise<T>, mode: TransactionMode = "write"): Promise<T> {
    if (mode !== "read") this.options.guard?.assertOpen();
    let isCommitted = false;
    const tell = async (): Promise<void> => {
      isCommitted = true;
      await this.options.committed?.();
    };
    for (let attempt = 1; ; attempt++) {
      try {
        if (mode === "long write") return await this.onConnection((client) => this.announced(client, work, tell));
        const result = await this.onConnection((client) => this.once(client, work, mode));
        if (mode !== "read") await tell();
        return result;
      } catch (error) {
        // What was written is not written again because nobody could be told of it.
        if (isCommitted || attempt === mostAttempts || !isPassingConflict(error)) throw error;
        // At once, we would often take the same lock before the other, which waits for it, has woken up; and meet it again.
        await wait(pause * attempt * (1 + Math.random()));
      }
    }
  }

  /** One that readers are told of while it is under way. */
  private async announced<T>(
    client: pg.PoolClient,
    work: (transaction: Transaction) => Promise<T>,
    tell: () => Promise<void>,
  ): Promise<T> {
    const write = await announceWrite(client, this.accounts);
    const locked = async (transaction: Transaction): Promise<T> => {
      await write.lock();
      return work(transaction);
    };
    try {
      const result = await this.once(client, locked, "write");
      await tell();
      return result;
    } finally {
      // What came of the transaction counts, and not whether its announcement, which says nothing any more, could be taken back.
      await write.end().catch(() => broken.add(client));
    }
  }

  private once<T>(
    client: pg.PoolClient,
    work: (transaction: Transaction) => Promise<T>,
    mode: Attempt<T>["mode"],
  ): Promise<T> {
    const { by, distributed = false } = this.options;
    const transaction = new Transaction(client, distributed);
    const begin = (): void => {
      // Its failure is that of what comes behind it.
      if (distributed) transaction.enter(this.accountIds).catch(() => undefined);
      if (by && mode !== "read" && mode !== "statement") transaction.causedBy(by);
    };
    const attempt = once(client, { transaction, begin, work, mode });
    const done = distributed ? orRefused(client, attempt) : attempt;
    return mode === "read" ? done : orStandby(client, done);
  }

  /** Takes a connection that is set to the accounts, and gives it back; one that broke is thrown away. */
  private async onConnection<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await this.pool.connect();
    try {
      return await this.inScope(client, () => work(client));
    } catch (error) {
      // The server says that it ends the connection before the connection does.
      if (isUnreachable(error)) broken.add(client);
      throw error;
    } finally {
      client.release(broken.has(client));
    }
  }

  /** The connection is a pipeline: what `work` sends comes after the setting, and does not wait for it. */
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

/** A server that was demoted refuses what writes: its connection is thrown away, and the next one leads to the server that took its place. */
async function orStandby<T>(client: pg.PoolClient, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!isReadOnly(error)) throw error;
    broken.add(client);
    throw new StandbyError();
  }
}

/** A connection whose planner has refused a statement sends no function to a worker any more (docs/design/cluster.md). */
async function orRefused<T>(client: pg.PoolClient, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (sqlState(error) === "0A000") broken.add(client);
    throw error;
  }
}

/** One attempt. */
interface Attempt<T> {
  readonly transaction: Transaction;
  /** Sends what comes before the work. */
  readonly begin: () => void;
  readonly work: (transaction: Transaction) => Promise<T>;
  /** A single statement may write as well, by a function. */
  readonly mode: Exclude<TransactionMode, "long write"> | "statement";
}

async function once<T>(client: pg.PoolClient, { transaction, begin, work, mode }: Attempt<T>): Promise<T> {
  try {
    const begun = pipelineOf(client).send(mode === "read" ? beginning.read : beginning.write, []);
    // A statement behind one that failed would stand alone: only what writes nothing is sent before it is known.
    if (mode === "write") await begun;
    begun.catch((error: unknown) => transaction.refuse(error));
    begin();
    const [begins, worked] = await Promise.allSettled([begun, work(transaction)]);
    if (begins.status === "rejected") throw begins.reason;
    if (worked.status === "rejected") throw worked.reason;
    await transaction.commit();
    return worked.value;
  } catch (error) {
    // What the work still does elsewhere must not be done on its own, behind the rollback.
    transaction.refuse(error);
    // When the connection itself is gone, the server has rolled back, and the pool must not hand this client out again.
    await pipelineOf(client)
      .send(rollback, [])
      .catch(() => broken.add(client));
    throw await transaction.causeOf(error);
  }
}

/** Whether a transaction that failed so may succeed when it is tried again. */
export function isPassingConflict(error: unknown): boolean {
  if (error instanceof OvertakenError) return true;
  const state = sqlState(error);
  return state === "40P01" || state === "40001";
}
