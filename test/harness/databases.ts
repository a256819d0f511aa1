import { randomBytes } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { inject } from "vitest";
import type { ServerAddress } from "../../src/database/connect/address.ts";

/** The migrated database that every test's own is copied from. */
export const templateName = "roost_template";

/** Runs one statement as the server's owner. */
export async function runSql(address: ServerAddress, sql: string, values: unknown[] = []): Promise<pg.QueryResult> {
  const client = new pg.Client({ ...address });
  // Tests end servers under their clients: the statement fails, and that is enough.
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await client.query(sql, values);
  } finally {
    await client.end();
  }
}

/** A login's connections, for a test that asks again and again. */
export interface Statements {
  run<Row extends pg.QueryResultRow = Record<string, unknown>>(sql: string, values?: unknown[]): Promise<Row[]>;
  end(): Promise<void>;
}

/** Runs many statements as `runSql` runs one, without a connection for each. Whoever drops the database ends it before. */
export function statementsOn(address: ServerAddress): Statements {
  const connections = new pg.Pool({ ...address, max: 4 });
  connections.on("error", () => undefined);
  return {
    run: async <Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []) =>
      (await connections.query<Row>(sql, values)).rows,
    end: () => connections.end(),
  };
}

/** The DATABASE_URL of an address. */
export function urlOf({ host, port, user, password, database }: ServerAddress): string {
  const url = new URL("postgres://localhost");
  url.username = user;
  url.password = password;
  url.pathname = `/${database}`;
  url.searchParams.set("host", host);
  url.searchParams.set("port", String(port));
  return url.href;
}

/** A database of one's own: its owner's login, which no row is hidden from, and the application's. */
export interface TestDatabase {
  readonly owner: ServerAddress;
  readonly application: ServerAddress;
  drop(): Promise<void>;
  /** Gives it a name under which others copy it, when nobody is connected to it any more. */
  rename(name: string): Promise<void>;
}

let pools: pg.Pool[] | undefined;

/**
 * Runs what concerns whole databases, on connections that the worker keeps: to open one takes longer than most such statements. On a
 * cluster, a database is one on each of its servers: tables, shards and what says where they are.
 * @returns the rows of each server
 */
function onServers(sql: string, values: unknown[] = []): Promise<pg.QueryResult[]> {
  pools ??= [inject("owner"), ...inject("workers")].map((server) => {
    const pool = new pg.Pool({ ...server, max: 2 });
    return pool.on("error", () => undefined);
  });
  return Promise.all(pools.map((pool) => pool.query(sql, values)));
}

/** Makes a database that nobody else uses: migrated and empty, unless it is copied from another one, which nobody may be connected to. */
export async function aDatabase(template = templateName): Promise<TestDatabase> {
  const server = inject("owner");
  const database = `test_${randomBytes(8).toString("hex")}`;
  // Copied as files: through the write-ahead log, the default, it takes three times as long.
  await onServers(`create database ${database} template ${template} strategy file_copy`);
  return {
    owner: { ...server, database },
    application: { ...inject("application"), database },
    drop: async () => {
      await connectionsEnded(database);
      await onServers(`drop database ${database} with (force)`);
    },
    rename: async (name) => {
      await connectionsEnded(database);
      for (const server of [inject("owner"), ...inject("workers")]) await closeDatabase(server, database);
      await onServers(`alter database ${database} rename to ${name}`);
    },
  };
}

/** Lets nobody in any more, as a template must: a cluster's own processes stay connected otherwise, and come back when they are ended. */
export async function closeDatabase(server: ServerAddress, database: string): Promise<void> {
  await runSql(server, `alter database ${database} allow_connections false`);
  const end = "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1";
  while ((await runSql(server, end, [database])).rowCount !== 0) await setTimeout(10);
}

/** A closed pool's connections end a moment after it says so; one that is cut off in that moment would fail the run. */
async function connectionsEnded(database: string): Promise<void> {
  const deadline = Date.now() + 2000;
  while (Date.now() < deadline) {
    const [found] = await onServers(
      "select from pg_stat_activity where datname = $1 and backend_type = 'client backend'",
      [database],
    );
    if (found?.rowCount === 0) return;
    await setTimeout(10);
  }
}
