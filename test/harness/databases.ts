import { randomBytes } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { inject } from "vitest";
import type { ServerAddress } from "../../src/database/connect/address.ts";

/** The migrated template database that tests copy. */
export const templateName = "roost_template";

/** Runs one statement as the server's owner. */
export async function runSql(address: ServerAddress, sql: string, values: unknown[] = []): Promise<pg.QueryResult> {
  const client = new pg.Client({ ...address });
  // Tests stop servers: the failing statement reports it.
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await client.query(sql, values);
  } finally {
    await client.end();
  }
}

/** A login's connection pool, for tests with many statements. */
export interface Statements {
  run<Row extends pg.QueryResultRow = Record<string, unknown>>(sql: string, values?: unknown[]): Promise<Row[]>;
  end(): Promise<void>;
}

/** Runs many statements like `runSql`, on pooled connections. End it before dropping the database. */
export function statementsOn(address: ServerAddress): Statements {
  const connections = new pg.Pool({ ...address, max: 4 });
  connections.on("error", () => undefined);
  return {
    run: async <Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []) =>
      (await connections.query<Row>(sql, values)).rows,
    end: () => connections.end(),
  };
}

/** Formats an address as a DATABASE_URL. */
export function urlOf({ host, port, user, password, database }: ServerAddress): string {
  const url = new URL("postgres://localhost");
  url.username = user;
  url.password = password;
  url.pathname = `/${database}`;
  url.searchParams.set("host", host);
  url.searchParams.set("port", String(port));
  return url.href;
}

/** A test's own database: the owner's login, which sees every row, and the application's. */
export interface TestDatabase {
  readonly owner: ServerAddress;
  readonly application: ServerAddress;
  drop(): Promise<void>;
  /** Renames it to a template for copies, once nothing is connected to it. */
  rename(name: string): Promise<void>;
}

let pools: pg.Pool[] | undefined;

/**
 * Runs a statement about whole databases on kept connections, because opening one takes longer than most such statements. On a cluster it
 * runs on every server, each of which has its part of the database.
 * @returns the rows of each server
 */
function onServers(sql: string, values: unknown[] = []): Promise<pg.QueryResult[]> {
  pools ??= [inject("owner"), ...inject("workers")].map((server) => {
    const pool = new pg.Pool({ ...server, max: 2 });
    return pool.on("error", () => undefined);
  });
  return Promise.all(pools.map((pool) => pool.query(sql, values)));
}

/** Creates a separate database: migrated and empty, or a copy of another one without connections. */
export async function aDatabase(template = templateName): Promise<TestDatabase> {
  const server = inject("owner");
  const database = `test_${randomBytes(8).toString("hex")}`;
  // A file copy takes a third of the time of the default, a copy through the write-ahead log.
  await onServers(`create database ${database} template ${template} strategy file_copy`);
  const close = async (): Promise<void> => {
    await connectionsEnded(database);
    for (const each of [server, ...inject("workers")]) await closeDatabase(each, database);
  };
  return {
    owner: { ...server, database },
    application: { ...inject("application"), database },
    drop: async () => {
      // A cluster's own processes reconnect to what is dropped.
      await (inject("workers").length > 0 ? close() : connectionsEnded(database));
      await onServers(`drop database ${database} with (force)`);
    },
    rename: async (name) => {
      await close();
      await onServers(`alter database ${database} rename to ${name}`);
    },
  };
}

/** Refuses connections, as a template must: a cluster's own processes would otherwise reconnect. */
export async function closeDatabase(server: ServerAddress, database: string): Promise<void> {
  await runSql(server, `alter database ${database} allow_connections false`);
  const end = "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1";
  while ((await runSql(server, end, [database])).rowCount !== 0) await setTimeout(10);
}

/** A closed pool's connections end slightly later. Terminating one in between would fail the run. */
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
