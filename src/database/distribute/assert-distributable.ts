import type pg from "pg";
import type { AppliedMigration } from "../migrate/applied-migrations.ts";
import { readMigrations } from "../migrate/migration-files.ts";
import { missingMigrations } from "../migrate/missing-migrations.ts";
import { MigrationError } from "../migration-error.ts";

/** Settings that every server needs, and why. */
const needed = [
  ["citus.enable_unsafe_triggers", "on", "Triggers keep the record of changes"],
  ["citus.allow_nested_distributed_execution", "on", "Triggers write from one table to others"],
] as const;

/** The last group of workers whose ids, from 2^48 times the group on, are integers that JSON's readers hold exactly: up to 2^53. */
const lastGroup = 31;

/** @throws MigrationError with what to do, when a database cannot be distributed as it is */
export async function assertDistributable(client: pg.Client): Promise<void> {
  const extension = await client.query("select from pg_extension where extname = 'citus'");
  if (extension.rowCount === 0) {
    throw new MigrationError(
      'The database has no extension "citus": install Citus on every server of the cluster, and run "create extension citus" in this database of each.',
    );
  }
  const nodes = await client.query<{ workers: number; last_group: number; is_coordinator: boolean }>(
    `select (select count(*)::integer from pg_dist_node where noderole = 'primary' and groupid <> 0 and isactive) as workers,
       (select max(groupid) from pg_dist_node) as last_group, (select groupid = 0 from pg_dist_local_group) as is_coordinator`,
  );
  const { workers = 0, last_group = 0, is_coordinator = false } = nodes.rows[0] ?? {};
  if (!is_coordinator) throw new MigrationError("DATABASE_URL is that of a worker: give that of the coordinator.");
  if (workers === 0) {
    throw new MigrationError(
      "The coordinator has no workers: set its own address with citus_set_coordinator_host, and add each with citus_add_node.",
    );
  }
  if (last_group > lastGroup) {
    throw new MigrationError(
      `A worker has the group ${last_group} in pg_dist_node: ids that it draws would be larger than clients can read. The last that will do is ${lastGroup}; groups are counted from 1 in a new database.`,
    );
  }
  for (const [name, value, why] of needed) {
    const found = await client.query<{ value: string | null }>("select current_setting($1, true) as value", [name]);
    if (found.rows[0]?.value !== value) {
      throw new MigrationError(`${why}: set ${name} to ${value} in postgresql.conf of every server.`);
    }
  }
  await assertMigrated(client);
}

async function assertMigrated(client: pg.Client): Promise<void> {
  const table = await client.query("select where to_regclass('public.roost_migrations') is not null");
  const applied =
    table.rowCount === 0
      ? []
      : (await client.query<AppliedMigration>("select name, digest from roost_migrations")).rows;
  if (missingMigrations(applied, await readMigrations()).length > 0) {
    throw new MigrationError('The database is not up to date: run "roost migrate" first.');
  }
}
