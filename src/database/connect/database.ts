import pg from "pg";
import { type AccountScope, PooledScope, watch } from "../sql/account-scope.ts";
import type { Cause } from "../sql/cause.ts";
import type { RawRow, Statement, Transaction } from "../sql/transaction.ts";
import { WriteGuard } from "../sql/write-guard.ts";
import type { ServerAddress } from "./address.ts";
import { closeUnresponsive } from "./dead-connection.ts";
import { primaryOnly } from "./primary.ts";

/** Connections are replaced, because a server process caches plans and table metadata and never frees them. */
const maxConnectionSeconds = 600;

interface DatabaseOptions {
  readonly connections?: number;
  /** Whether its tables are distributed over a cluster's workers. */
  readonly distributed?: boolean;
  /** As for `closeUnresponsive`. */
  readonly silenceMs?: number;
}

/**
 * The database as the application sees it: a pool of connections as the role `roost_app`, which owns nothing.
 * Connections use UTC and ISO dates, so that PostgreSQL's text format is fixed.
 */
export class Database {
  private readonly pool: pg.Pool;
  private readonly nobody: AccountScope;
  /** Runs single statements on rows that no account owns. */
  private readonly onCoordinator: AccountScope;
  private readonly coordinatorPool: pg.Pool | undefined;
  private readonly countingPool: pg.Pool;
  /** Checked before every write: the service refuses writes while the embedded server's disk is nearly full. */
  readonly writeGuard = new WriteGuard();
  private readonly scopeOptions: { readonly guard: WriteGuard; readonly distributed: boolean };
  private readonly commitListeners = new Set<(accounts: readonly number[]) => void>();
  private readonly brokenListeners = new Set<() => void>();
  /**
   * For counters on which no money depends: commits do not wait for the disk. If the database server crashes, the last moments'
   * counts may be lost; if Roost crashes, nothing is lost.
   */
  readonly counting: AccountScope;

  constructor(address: ServerAddress, options: DatabaseOptions = {}) {
    const config = {
      ...primaryOnly(address),
      ...connectionConfig(address),
      idleTimeoutMillis: 60_000,
      connectionTimeoutMillis: 10_000,
      maxLifetimeSeconds: maxConnectionSeconds,
      pipeline: true,
    };
    const onWorkers = options.distributed ? `${config.options} ${propagateSettings}` : config.options;
    this.pool = new pg.Pool({ ...config, options: onWorkers, max: options.connections ?? 16 });
    const local = options.distributed ? `${onWorkers} ${coordinatorOnly}` : config.options;
    this.countingPool = new pg.Pool({ ...config, options: `${local} -c synchronous_commit=off`, max: 2 });
    this.coordinatorPool = options.distributed ? new pg.Pool({ ...config, options: local, max: 4 }) : undefined;
    this.scopeOptions = { guard: this.writeGuard, distributed: options.distributed ?? false };
    this.nobody = this.within([]);
    this.onCoordinator = this.coordinatorPool
      ? new PooledScope(this.coordinatorPool, [], { guard: this.writeGuard })
      : this.nobody;
    this.counting = new PooledScope(this.countingPool, [], { guard: this.writeGuard, readsWrite: true });
    // A pool replaces broken connections, but an `error` event without a listener would end the process.
    for (const pool of this.allPools) {
      pool
        .on("error", () => {})
        .on("connect", (client) => {
          watch(client);
          closeUnresponsive({ client, silenceMs: options.silenceMs });
          client.on("error", () => this.emitBroken());
        });
    }
  }

  private get allPools(): pg.Pool[] {
    return [this.pool, this.countingPool, ...(this.coordinatorPool ? [this.coordinatorPool] : [])];
  }

  /** Calls `report` when an idle connection breaks. The pool replaces it. */
  onConnectionLost(report: (error: Error) => void): void {
    for (const pool of this.allPools) {
      pool.on("error", (error) => {
        // While the pool closes, a vanished server does no harm.
        if (!pool.ending) report(error);
      });
    }
  }

  /**
   * The database as these accounts see it: the only access to rows that an account owns.
   * @param cause on whose behalf the scope writes
   */
  within(accounts: readonly number[], cause?: Cause): PooledScope {
    const committed = (): void => {
      if (cause) this.emitCommitted(accounts);
    };
    return new PooledScope(this.pool, accounts, { ...this.scopeOptions, committed, ...(cause ? { by: cause } : {}) });
  }

  /** Calls `listener` with the scope's accounts after every commit that has a cause. */
  onCommitted(listener: (accounts: readonly number[]) => void): void {
    this.commitListeners.add(listener);
  }

  /** Calls `listener` when a connection to the primary breaks, because another server may have been promoted. */
  onBroken(listener: () => void): void {
    this.brokenListeners.add(listener);
  }

  private emitBroken(): void {
    for (const listener of this.brokenListeners) listener();
  }

  private emitCommitted(accounts: readonly number[]): void {
    for (const listener of this.commitListeners) listener(accounts);
  }

  /** Reads rows that no account owns. */
  read(statement: Statement, values: readonly unknown[]): Promise<RawRow[]> {
    return this.onCoordinator.read(statement, values);
  }

  /** Runs a transaction on rows that no account owns. It may then `enter` accounts. */
  transaction<T>(work: (transaction: Transaction) => Promise<T>, mode: "write" | "read" = "write"): Promise<T> {
    return this.nobody.transaction(work, mode);
  }

  /** The connection pools, for metrics. */
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

/** A pool and its name in metrics. */
export interface MeasuredPool {
  readonly name: string;
  readonly pool: Pick<pg.Pool, "totalCount" | "idleCount" | "waitingCount" | "options">;
}

/** The service's database roles: `roost_jobs` runs the job queue (docs/design/jobs.md), `roost_app` does everything else. */
export type Role = "roost_app" | "roost_jobs";

/**
 * On a cluster: reads and writes the coordinator's local tables and its copies of reference tables, without contacting workers.
 * `roost distribute` creates the schema. Writes to the copies stay on the coordinator.
 */
const coordinatorOnly = "-c search_path=coordinator,public -c citus.enable_manual_changes_to_shards=on";

/**
 * On a cluster: propagates a transaction's `set local` to the participating workers. Set by the service only, because a worker
 * that propagates to others would send the begin once more.
 */
const propagateSettings = "-c citus.propagate_set_commands=local";

/** Connection settings. The application connects as a role, the migrations as the owner that the address names. */
export function connectionConfig(address: ServerAddress, as: Role | "owner" = "roost_app"): pg.ClientConfig {
  const settings = [
    "-c timezone=UTC",
    "-c datestyle=ISO",
    "-c statement_timeout=30000",
    "-c idle_in_transaction_session_timeout=30000",
    // If the planner expects many rows, as on a cluster, compiling a statement takes longer than running it.
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
