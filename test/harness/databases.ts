import { randomBytes } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { inject } from "vitest";
import type { ServerAddress } from "../../src/database/address.ts";

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

/** Makes a database that nobody else uses: migrated and empty, unless it is copied from another one, which nobody may be connected to. */
export async function aDatabase(template = templateName): Promise<TestDatabase> {
  const server = inject("owner");
  const database = `test_${randomBytes(8).toString("hex")}`;
  // Copied as files: through the write-ahead log, the default, it takes three times as long.
  await runSql(server, `create database ${database} template ${template} strategy file_copy`);
  return {
    owner: { ...server, database },
    application: { ...inject("application"), database },
    drop: async () => {
      await connectionsEnded(server, database);
      await runSql(server, `drop database ${database} with (force)`);
    },
    rename: async (name) => {
      await connectionsEnded(server, database);
      await runSql(server, `alter database ${database} rename to ${name}`);
    },
  };
}

/** A closed pool's connections end a moment after it says so; one that is cut off in that moment would fail the run. */
async function connectionsEnded(server: ServerAddress, database: string): Promise<void> {
  const deadline = Date.now() + 2000;
  while (Date.now() < deadline) {
    const found = await runSql(server, "select from pg_stat_activity where datname = $1", [database]);
    if (found.rowCount === 0) return;
    await setTimeout(10);
  }
}
