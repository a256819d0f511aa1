import { startEmbeddedPostgres } from "@roost/embedded-postgres";
import { expect } from "vitest";
import type { ServerAddress } from "../../src/database/connect/address.ts";
import { runSql } from "../harness/databases.ts";
import { until } from "../harness/until.ts";
import { aMigratedDirectory } from "./migrated-directory.ts";
import type { Service } from "./service.ts";

/** The tables that a start reads, and where a lock can hold it. */
export const stages = [
  ["the migrations", "roost_migrations", "off"],
  ["the demo's filling", "destinations", "on"],
] as const;

/** A data directory whose next start waits for a table, which a prepared transaction keeps locked across restarts. */
export async function heldAt(table: string): Promise<string> {
  const directory = await aMigratedDirectory();
  const settings = { fsync: "off", max_prepared_transactions: "2" };
  const server = await startEmbeddedPostgres({ directory, settings });
  try {
    await runSql(server.address, "alter system set max_prepared_transactions = 2");
    await runSql(server.address, `begin; lock table ${table} in access exclusive mode; prepare transaction 'held'`);
  } finally {
    await server.stop();
  }
  return directory;
}

/** A start's connections that wait for a table. */
export const waiting =
  "select pid from pg_stat_activity where wait_event_type = 'Lock' and application_name = 'roost' and datname = current_database()";

/** Waits until a start is blocked by the table. */
export async function waits(address: () => Promise<ServerAddress>, service: Service): Promise<void> {
  await until(async () => {
    expect(service.lives, service.err).toBe(true);
    // The server is not running yet.
    const server = await address().catch(() => undefined);
    return server !== undefined && (await runSql(server, waiting)).rowCount === 1;
  });
}

/** Locks a table. @returns releases it */
export async function holdTable(server: ServerAddress, table: string): Promise<() => Promise<void>> {
  const hold = runSql(server, `begin; lock table ${table} in access exclusive mode; select pg_sleep(600)`).catch(
    () => undefined,
  );
  const holder = "select pid from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()";
  await until(async () => (await runSql(server, holder)).rowCount === 1);
  return async () => {
    await runSql(server, `select pg_terminate_backend(pid) from (${holder}) holder`);
    await hold;
  };
}
