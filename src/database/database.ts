import pg from "pg";
import type { ServerAddress } from "./address.ts";
import { type AccountScope, PooledScope, watch } from "./account-scope.ts";
import { WriteGuard } from "./write-guard.ts";
import type { Cause } from "./cause.ts";
import { GatheringSocket } from "./gathering-socket.ts";
import type { RawRow, Statement, Transaction } from "./transaction.ts";

/** Seconds after which a connection is replaced: its process keeps every plan and every table it has seen, and never gives them back. */
const longestConnection = 600;

/**
 * The database as the application sees it: a pool of connections as the role `roost_app`, which owns nothing.
 * Connections are in UTC with ISO dates, so that the text that PostgreSQL sends has one form.
 */
export class Database {
  private readonly pool: pg.Pool;
  private readonly nobody: AccountScope;
  private readonly countingPool: pg.Pool;
  /** Asked before every write: the service refuses them while the embedded server's disk is nearly full. */
  readonly writeGuard = new WriteGuard();
  private readonly listeners = new Set<(accounts: readonly number[]) => void>();
  /**
   * For counts on which no money depends: a commit here does not wait for the disk. When the database server itself dies, the last
   * instant of counting may be lost; when Roost does, nothing.
   */
  readonly counting: AccountScope;

  constructor(address: ServerAddress, options: { connections?: number } = {}) {
    const config = {
      ...connectionConfig(address),
      idleTimeoutMillis: 60_000,
      connectionTimeoutMillis: 10_000,
      maxLifetimeSeconds: longestConnection,
      pipeline: true,
      stream: () => new GatheringSocket(),
    };
    this.pool = new pg.Pool({ ...config, max: options.connections ?? 16 });
    this.countingPool = new pg.Pool({ ...config, options: `${config.options} -c synchronous_commit=off`, max: 2 });
    this.nobody = this.within([]);
    this.counting = new PooledScope(this.countingPool, [], { guard: this.writeGuard, readsWrite: true });
    // A pool replaces a broken connection by itself; an error that nobody listens to would end the process.
    for (const pool of [this.pool, this.countingPool]) pool.on("error", () => {}).on("connect", watch);
  }

  /** Calls `report` when an idle connection breaks; the pool replaces it by itself. */
  onConnectionLost(report: (error: Error) => void): void {
    for (const pool of [this.pool, this.countingPool]) {
      pool.on("error", (error) => {
        // While it closes, the server may be gone before the last goodbye was heard: nothing is lost.
        if (!pool.ending) report(error);
      });
    }
  }

  /**
   * The database as these accounts see it: the one way to rows that an account owns.
   * @param cause on whose behalf is written
   */
  within(accounts: readonly number[], cause?: Cause): AccountScope {
    const caused = cause && { by: cause, committed: () => this.tellCommitted(accounts) };
    return new PooledScope(this.pool, accounts, { guard: this.writeGuard, ...(caused ? { caused } : {}) });
  }

  /** Calls `listener` behind every commit that some accounts' writes have a cause of, with those accounts. */
  onCommitted(listener: (accounts: readonly number[]) => void): void {
    this.listeners.add(listener);
  }

  private tellCommitted(accounts: readonly number[]): void {
    for (const listener of this.listeners) listener(accounts);
  }

  /** Reads what no account owns. */
  read(statement: Statement, values: readonly unknown[]): Promise<RawRow[]> {
    return this.nobody.read(statement, values);
  }

  /** A transaction on what no account owns; it may go on to `enter` accounts. */
  transaction<T>(work: (transaction: Transaction) => Promise<T>, mode: "write" | "read" = "write"): Promise<T> {
    return this.nobody.transaction(work, mode);
  }

  /** Ends the connections that wait for work now, and with them what PostgreSQL keeps for each. Whoever comes next gets a new one. */
  async closeIdle(): Promise<void> {
    await Promise.all([endIdle(this.pool), endIdle(this.countingPool)]);
  }

  async close(): Promise<void> {
    await Promise.all([this.pool.end(), this.countingPool.end()]);
  }
}

async function endIdle(pool: pg.Pool): Promise<void> {
  const ends = Array.from({ length: pool.idleCount }, async () => (await pool.connect()).release(true));
  await Promise.all(ends);
}

/** What the service works as: `roost_app` in all but running the job queue (docs/decisions/0028-jobs.md). */
export type Role = "roost_app" | "roost_jobs";

/** How the application connects; the migrations do it as the owner that the address names. */
export function connectionConfig(address: ServerAddress, as: Role | "owner" = "roost_app"): pg.ClientConfig {
  const settings = [
    "-c timezone=UTC",
    "-c datestyle=ISO",
    "-c statement_timeout=30000",
    "-c idle_in_transaction_session_timeout=30000",
  ];
  if (as !== "owner") settings.push(`-c role=${as}`);
  return {
    host: address.host,
    port: address.port,
    user: address.user,
    password: address.password,
    database: address.database,
    ...(address.ssl === undefined ? {} : { ssl: address.ssl }),
    options: settings.join(" "),
    application_name: "roost",
  };
}
