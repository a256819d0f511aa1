import type pg from "pg";
import type { AppliedMigration } from "../migrate/applied-migrations.ts";
import { readMigrations } from "../migrate/migration-files.ts";
import { missingMigrations } from "../migrate/missing-migrations.ts";
import { MigrationError } from "../migration-error.ts";

/** Settings that every server needs, with the reasons. */
const requiredSettings = [
  ["citus.enable_unsafe_triggers", "on", "Triggers record changes"],
  ["citus.allow_nested_distributed_execution", "on", "Triggers write to other tables"],
] as const;

/** A worker's ids start at 2^48 times its group. Up to this group they stay below 2^53, which JSON parsers can represent. */
const maxGroup = 31;

/** @throws MigrationError that says what to change, if the database cannot be distributed */
export async function assertDistributable(client: pg.Client): Promise<void> {
  const extension = await client.query("select from pg_extension where extname = 'citus'");
  if (extension.rowCount === 0) {
    throw new MigrationError(
      'The database has no extension "citus". Install Citus on every server of the cluster, and run "create extension citus" in this database on each.',
    );
  }
  const nodes = await client.query<{ workers: number; last_group: number; is_coordinator: boolean }>(
    `select (select count(*)::integer from pg_dist_node where noderole = 'primary' and groupid <> 0 and isactive) as workers,
       (select max(groupid) from pg_dist_node) as last_group, (select groupid = 0 from pg_dist_local_group) as is_coordinator`,
  );
  const { workers = 0, last_group = 0, is_coordinator = false } = nodes.rows[0] ?? {};
  if (!is_coordinator) throw new MigrationError("DATABASE_URL is a worker's. Use the coordinator's URL.");
  if (workers === 0) {
    throw new MigrationError(
      "The coordinator has no workers. Set its own address with citus_set_coordinator_host, and add each worker with citus_add_node.",
    );
  }
  if (last_group > maxGroup) {
    throw new MigrationError(
      `A worker has the group ${last_group} in pg_dist_node, but the maximum is ${maxGroup}: its ids would be too large for clients to read. In a new database, groups start at 1.`,
    );
  }
  for (const [name, value, reason] of requiredSettings) {
    const found = await client.query<{ value: string | null }>("select current_setting($1, true) as value", [name]);
    if (found.rows[0]?.value !== value) {
      throw new MigrationError(`${reason}. Set ${name} to ${value} in postgresql.conf on every server.`);
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
    throw new MigrationError('The database is not up to date. Run "roost migrate" first.');
  }
}
