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

/** The lock that lets one process migrate at a time; any number, the same in every release. */
export const migrationLock = 7_066_785_000;

/**
 * Brings the schema up to date: the baseline and the SQL files of `migrations/` in the order of their names, each in a transaction,
 * forward only, under an advisory lock. Makes the role `roost_app`, which the application connects as, and grants it what it needs. Then
 * comes the schema of the job queue, which the library that runs it migrates itself.
 * @param files all that this release has, unless told otherwise
 * @param purpose `restore` for a restore alone, which may go on where an earlier one was broken off
 * @returns the names of the migrations that were applied now
 * @throws MigrationError when the database is newer than this release or older than 0.1.0, or an applied file has since been changed
 */
export async function migrate(
  address: ServerAddress,
  files?: readonly Migration[],
  purpose: "serve" | "restore" = "serve",
): Promise<string[]> {
  const wanted = files ?? (await readMigrations());
  return asOwner(address, async (client) => {
    await client.query("set statement_timeout = 0");
    // One migration need not be on the disk before the next begins: a machine that fails now begins again after the last one that is.
    await client.query("set synchronous_commit = off");
    await client.query("select pg_advisory_lock($1)", [migrationLock]);
    await assertServerVersion(client);
    await assertUtf8(client);
    if (purpose === "serve") await assertFinished(client);
    await makeRole(client, "roost_app");
    await client.query(
      "create table if not exists roost_migrations (name text primary key, digest text not null, applied_at timestamptz not null default now())",
    );
    const applied = await applyMissing(client, wanted);
    // The next commit waits for the disk, and with it for all that came before.
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
  for (const migration of missing) await applyOnceFree(client, migration);
  return missing.map(({ name }) => name);
}

/**
 * Milliseconds that a migration waits for a lock, during which everybody else who wants the table waits behind it; after that they go
 * first, and it tries again.
 */
const longestWait = 1000;

/** How often it tries: some minutes. */
const mostTries = 100;

/** @throws MigrationError when somebody holds a table for minutes */
async function applyOnceFree(client: pg.Client, migration: Migration): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await inTransaction(client, async () => {
        await client.query(`set local lock_timeout = ${longestWait}`);
        await apply(client, migration);
      });
    } catch (error) {
      if (sqlState(error) !== lockNotAvailable) throw error;
      if (tries === mostTries) {
        throw new MigrationError(
          `The migration ${migration.name} could not be applied, because other transactions hold what it changes: end them (select * from pg_stat_activity), and start again.`,
        );
      }
      await wait(longestWait);
    }
  }
}

async function apply(client: pg.Client, { name, sql, digest }: Migration): Promise<void> {
  await client.query(sql);
  await client.query("insert into roost_migrations (name, digest) values ($1, $2)", [name, digest]);
}

/** What is made in it, `roost_app` may use. */
async function inTransaction<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query("begin");
  try {
    const result = await work();
    await grant(client);
    await client.query("commit");
    return result;
  } catch (error) {
    // The error that counts is the first one: a connection that is gone cannot roll back, and need not.
    await client.query("rollback").catch(() => undefined);
    throw error;
  }
}

async function grant(client: pg.Client): Promise<void> {
  await client.query("grant usage on schema public to roost_app");
  await client.query("grant select, insert, update on all tables in schema public to roost_app");
  await client.query("grant usage on all sequences in schema public to roost_app");
  await client.query("revoke all on roost_migrations from roost_app");
  // What has happened is added by publish_changes() and changed by erase_changes() alone, which are the owner's (baseline/03_resources.sql).
  await client.query(
    `do $$ begin
      if to_regclass('public.changes') is not null then
        revoke insert, update on changes from roost_app;
        revoke update on change_outbox from roost_app;
      end if;
    end $$`,
  );
}

/** @throws MigrationError when the server is too old */
async function assertServerVersion(client: pg.Client): Promise<void> {
  const version = await client.query<{ number: number }>(
    "select current_setting('server_version_num')::integer as number",
  );
  const number = version.rows[0]?.number ?? 0;
  if (number < 150_000) throw new MigrationError("Roost needs PostgreSQL 15 or newer.");
}
