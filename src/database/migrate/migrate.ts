import { setTimeout as wait } from "node:timers/promises";
import type pg from "pg";
import type { ServerAddress } from "../connect/address.ts";
import { asOwner, makeRole } from "../connect/roles.ts";
import { assertUtf8 } from "../connect/server-encoding.ts";
import { installJobQueue } from "../jobs/job-queue.ts";
import { MigrationError } from "../migration-error.ts";
import { lockNotAvailable, sqlState } from "../sql/errors.ts";
import { type AppliedMigration, appliedMigrationsFunction } from "./applied-migrations.ts";
import { assertReleased } from "./assert-released.ts";
import { baselineName, type Migration, readMigrations } from "./migration-files.ts";
import { missingMigrations } from "./missing-migrations.ts";
import { assertFinished } from "./unfinished-restore.ts";

/** Advisory lock that lets one process migrate at a time. An arbitrary number, the same in every release. */
export const migrationLock = 7_066_785_000;

/**
 * Migrates the schema: the baseline, then the files of `migrations/` by name, each in its own transaction. Creates the application's
 * role `roost_app` with its privileges, then migrates the job queue's schema.
 * @param files this release's migrations by default
 * @param purpose `restore` lets a restore continue after an interrupted one
 * @returns the names of the migrations applied now
 * @throws MigrationError if the database is newer than this release or older than 0.1.0, or if an applied file has changed since
 */
export async function migrate(
  address: ServerAddress,
  files?: readonly Migration[],
  purpose: "serve" | "restore" = "serve",
): Promise<string[]> {
  const migrations = files ?? (await readMigrations());
  return asOwner(address, async (client) => {
    await client.query("set statement_timeout = 0");
    // A migration need not reach the disk before the next begins: after a crash, migrating resumes after the last one that did.
    await client.query("set synchronous_commit = off");
    await client.query("select pg_advisory_lock($1)", [migrationLock]);
    await assertServerVersion(client);
    await assertUtf8(client);
    if (purpose === "serve") await assertFinished(client);
    await makeRole(client, "roost_app");
    await client.query(
      "create table if not exists roost_migrations (name text primary key, digest text not null, applied_at timestamptz not null default now())",
    );
    const applied = await applyMissing(client, migrations);
    // The next commit waits for the disk, and so for all earlier commits.
    await client.query("reset synchronous_commit");
    await client.query(`begin; ${appliedMigrationsFunction} commit`);
    await installJobQueue(client, address);
    return applied;
  });
}

async function appliedMigrations(client: pg.Client): Promise<AppliedMigration[]> {
  return (await client.query<AppliedMigration>("select name, digest from roost_migrations")).rows;
}

async function applyMissing(client: pg.Client, files: readonly Migration[]): Promise<string[]> {
  const applied = await appliedMigrations(client);
  if (files.some(({ name }) => name === baselineName)) assertReleased(applied);
  const missing = missingMigrations(applied, files);
  for (const migration of missing) await applyWithRetries(client, migration);
  return missing.map(({ name }) => name);
}

/** A migration that waits for a lock blocks all later users of the table. So it gives up after this time, lets them run, and retries. */
const lockTimeoutMs = 1000;

/** A few minutes in all. */
const maxTries = 100;

/** @throws MigrationError if another transaction locks a table for minutes */
async function applyWithRetries(client: pg.Client, migration: Migration): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await inTransaction(client, async () => {
        await client.query(`set local lock_timeout = ${lockTimeoutMs}`);
        await apply(client, migration);
      });
    } catch (error) {
      if (sqlState(error) !== lockNotAvailable) throw error;
      if (tries === maxTries) {
        throw new MigrationError(
          `The migration ${migration.name} could not be applied because other transactions lock its tables. End them (select * from pg_stat_activity), then start again.`,
        );
      }
      await wait(lockTimeoutMs);
    }
  }
}

async function apply(client: pg.Client, { name, sql, digest }: Migration): Promise<void> {
  await client.query(sql);
  await client.query("insert into roost_migrations (name, digest) values ($1, $2)", [name, digest]);
}

/** Runs `work` in a transaction and grants `roost_app` its privileges on new objects. */
async function inTransaction<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query("begin");
  try {
    const result = await work();
    await grant(client);
    await client.query("commit");
    return result;
  } catch (error) {
    // Keep the first error: if the connection is lost, the server rolls back by itself.
    await client.query("rollback").catch(() => undefined);
    throw error;
  }
}

async function grant(client: pg.Client): Promise<void> {
  await client.query("grant usage on schema public to roost_app");
  await client.query("grant select, insert, update on all tables in schema public to roost_app");
  await client.query("grant usage on all sequences in schema public to roost_app");
  await client.query("revoke all on roost_migrations from roost_app");
  // Only the owner's publish_changes() adds changes, and only erase_changes() changes them (baseline/03_resources.sql).
  await client.query(
    `do $$ begin
      if to_regclass('public.changes') is not null then
        revoke insert, update on changes from roost_app;
        revoke update on change_outbox from roost_app;
      end if;
    end $$`,
  );
}

/** @throws MigrationError if the server is too old */
async function assertServerVersion(client: pg.Client): Promise<void> {
  const version = await client.query<{ number: number }>(
    "select current_setting('server_version_num')::integer as number",
  );
  const number = version.rows[0]?.number ?? 0;
  if (number < 150_000) throw new MigrationError("Roost needs PostgreSQL 15 or newer.");
}
