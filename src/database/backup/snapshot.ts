import type pg from "pg";
import type { ServerAddress } from "../connect/address.ts";
import { jobSchema } from "../jobs/job-queue.ts";
import type { AppliedMigration } from "../migrate/applied-migrations.ts";
import { migrationLock } from "../migrate/migrate.ts";
import { assertFinished } from "../migrate/unfinished-restore.ts";
import { BackupError } from "./backup-error.ts";
import { type OwnTable, ownTables } from "./catalog.ts";
import { inLongSession } from "./long-session.ts";

/** A consistent view of the database at one moment. */
export interface Snapshot {
  readonly client: pg.Client;
  readonly tables: readonly OwnTable[];
  readonly migrations: readonly AppliedMigration[];
  /** Ids of the job queue library's migrations. */
  readonly jobQueue: readonly number[];
  /** The server's version. */
  readonly postgres: string;
  /** ISO 8601, UTC. */
  readonly takenAt: string;
}

/**
 * Runs `work` on a snapshot of the database. Other writers continue; migrations that change a table wait until `work` ends.
 * @throws BackupError if the database has no Roost tables
 */
export function inSnapshot<T>(address: ServerAddress, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  return inLongSession(address, async (client) => {
    const tables = await openSnapshot(client);
    const migrations = await client.query<AppliedMigration>("select name, digest from roost_migrations order by name");
    const jobQueue = await client.query<{ id: number }>(`select id from ${jobSchema}.migrations order by id`);
    const about = await client.query<{ postgres: string; takenAt: string }>(
      `select current_setting('server_version') as postgres,
         to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "takenAt"`,
    );
    const { postgres = "", takenAt = "" } = about.rows[0] ?? {};
    const result = await work({
      ...{
        client,
        tables,
        migrations: migrations.rows,
        jobQueue: jobQueue.rows.map(({ id }) => id),
        postgres,
        takenAt,
      },
    });
    await client.query("commit");
    return result;
  });
}

/**
 * Locks all tables before taking the snapshot: a table that a migration rewrites in between would look empty. No migration can run
 * while this lists and locks the tables.
 */
async function openSnapshot(client: pg.Client): Promise<OwnTable[]> {
  await client.query("select pg_advisory_lock_shared($1)", [migrationLock]);
  const tables = await ownTables(client);
  const hasRoostTables = ["public.roost_migrations", `${jobSchema}.migrations`].every((own) =>
    tables.some(({ name }) => name === own),
  );
  if (!hasRoostTables) throw new BackupError("There is nothing to back up: the database has no Roost tables.");
  await assertFinished(client);
  // The first query takes the snapshot; the lock command does not.
  await client.query("begin isolation level repeatable read, read only");
  await client.query(`lock table ${tables.map(({ name }) => name).join(", ")} in access share mode`);
  await client.query("select from roost_migrations limit 1");
  await client.query("select pg_advisory_unlock_shared($1)", [migrationLock]);
  return tables;
}
