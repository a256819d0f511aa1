import pg from "pg";
import { type AccountScope, PooledScope, watch } from "../sql/account-scope.ts";
import type { Cause } from "../sql/cause.ts";
import type { RawRow, Statement, Transaction } from "../sql/transaction.ts";
import { WriteGuard } from "../sql/write-guard.ts";
import type { ServerAddress } from "./address.ts";
import { primaryOnly } from "./primary.ts";
import { breakWhenSilent } from "./silence.ts";

/** Seconds after which a connection is replaced: its process keeps every plan and every table it has seen, and never gives them back. */
const longestConnection = 600;

interface DatabaseOptions {
  readonly connections?: number;
  /** Whether its tables are spread over the workers of a cluster. */
  readonly distributed?: boolean;
  /** Milliseconds of silence after which a server is asked whether it is there (`breakWhenSilent`). */
  readonly longestSilence?: number;
}

/**
 * The database as the application sees it: a pool of connections as the role `roost_app`, which owns nothing.
 * Connections are in UTC with ISO dates, so that the text that PostgreSQL sends has one form.
 */
export class Database {
  private readonly pool: pg.Pool;
  private readonly nobody: AccountScope;
  /** Where single statements on what no account owns are sent. */
  private readonly onCoordinator: AccountScope;
  private readonly coordinatorPool: pg.Pool | undefined;
  private readonly countingPool: pg.Pool;
  /** Asked before every write: the service refuses them while the embedded server's disk is nearly full. */
  readonly writeGuard = new WriteGuard();
  private readonly scopeOptions: { readonly guard: WriteGuard; readonly distributed: boolean };
  private readonly listeners = new Set<(accounts: readonly number[]) => void>();
  private readonly whenBroken = new Set<() => void>();
  /**
   * For counts on which no money depends: a commit here does not wait for the disk. When the database server itself dies, the last
   * instant of counting may be lost; when Roost does, nothing.
   */
  readonly counting: AccountScope;

  constructor(address: ServerAddress, options: DatabaseOptions = {}) {
    const config = {
      ...primaryOnly(address),
      ...connectionConfig(address),
      idleTimeoutMillis: 60_000,
      connectionTimeoutMillis: 10_000,
      maxLifetimeSeconds: longestConnection,
      pipeline: true,
    };
    const spread = options.distributed ? `${config.options} ${toldToWorkers}` : config.options;
    this.pool = new pg.Pool({ ...config, options: spread, max: options.connections ?? 16 });
    const alone = options.distributed ? `${spread} ${coordinatorOnly}` : config.options;
    this.countingPool = new pg.Pool({ ...config, options: `${alone} -c synchronous_commit=off`, max: 2 });
    this.coordinatorPool = options.distributed ? new pg.Pool({ ...config, options: alone, max: 4 }) : undefined;
    this.scopeOptions = { guard: this.writeGuard, distributed: options.distributed ?? false };
    this.nobody = this.within([]);
    this.onCoordinator = this.coordinatorPool
      ? new PooledScope(this.coordinatorPool, [], { guard: this.writeGuard })
      : this.nobody;
    this.counting = new PooledScope(this.countingPool, [], { guard: this.writeGuard, readsWrite: true });
    // A pool replaces a broken connection by itself; an error that nobody listens to would end the process.
    for (const pool of this.allPools) {
      pool
        .on("error", () => {})
        .on("connect", (client) => {
          watch(client);
          breakWhenSilent({ client, longest: options.longestSilence });
          client.on("error", () => this.tellBroken());
        });
    }
  }

  private get allPools(): pg.Pool[] {
    return [this.pool, this.countingPool, ...(this.coordinatorPool ? [this.coordinatorPool] : [])];
  }

  /** Calls `report` when an idle connection breaks, which the pool replaces by itself. */
  onConnectionLost(report: (error: Error) => void): void {
    for (const pool of this.allPools) {
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
  within(accounts: readonly number[], cause?: Cause): PooledScope {
    const committed = (): void => {
      if (cause) this.tellCommitted(accounts);
    };
    return new PooledScope(this.pool, accounts, { ...this.scopeOptions, committed, ...(cause ? { by: cause } : {}) });
  }

  /** Calls `listener` behind every commit that some accounts' writes have a cause of, with those accounts. */
  onCommitted(listener: (accounts: readonly number[]) => void): void {
    this.listeners.add(listener);
  }

  /** Calls `listener` when a connection to the primary breaks: another server may have taken its place. */
  onBroken(listener: () => void): void {
    this.whenBroken.add(listener);
  }

  private tellBroken(): void {
    for (const listener of this.whenBroken) listener();
  }

  private tellCommitted(accounts: readonly number[]): void {
    for (const listener of this.listeners) listener(accounts);
  }

  /** Reads what no account owns. */
  read(statement: Statement, values: readonly unknown[]): Promise<RawRow[]> {
    return this.onCoordinator.read(statement, values);
  }

  /** A transaction on what no account owns; it may go on to `enter` accounts. */
  transaction<T>(work: (transaction: Transaction) => Promise<T>, mode: "write" | "read" = "write"): Promise<T> {
    return this.nobody.transaction(work, mode);
  }

  /** The pools of connections, for who measures them. */
  get pools(): readonly MeasuredPool[] {
    return [
      { name: "main", pool: this.pool },
      { name: "counting", pool: this.countingPool },
      ...(this.coordinatorPool ? [{ name: "coordinator", pool: this.coordinatorPool }] : []),
    ];
  }

  async close(): Promise<void> {
    await Promise.all(this.allPools.map((pool) => pool.end()));
  }
}

/** A pool, and how it is called in metrics. */
export interface MeasuredPool {
  readonly name: string;
  readonly pool: Pick<pg.Pool, "totalCount" | "idleCount" | "waitingCount" | "options">;
}

/** What the service works as: `roost_app` in all but running the job queue (docs/design/jobs.md). */
export type Role = "roost_app" | "roost_jobs";

/**
 * On a cluster: the coordinator's own tables and its copies of what everybody shares, without a look at the workers (`roost distribute`
 * makes the schema). What is noted there of a use stays there.
 */
const coordinatorOnly = "-c search_path=coordinator,public -c citus.enable_manual_changes_to_shards=on";

/**
 * On a cluster: what a transaction sets for itself is set on the workers that take part. By the service alone: a worker that hands it on to
 * others sends what began the transaction once more.
 */
const toldToWorkers = "-c citus.propagate_set_commands=local";

/** How the application connects; the migrations do it as the owner that the address names. */
export function connectionConfig(address: ServerAddress, as: Role | "owner" = "roost_app"): pg.ClientConfig {
  const settings = [
    "-c timezone=UTC",
    "-c datestyle=ISO",
    "-c statement_timeout=30000",
    "-c idle_in_transaction_session_timeout=30000",
    // Where the planner expects many rows, as it does on a cluster, statements would be compiled for longer than they run.
    "-c jit=off",
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
