import type pg from "pg";
import type { ServerAddress } from "../connect/address.ts";
import { asOwner } from "../connect/roles.ts";
import { MigrationError } from "../migration-error.ts";
import { migrate, migrationLock } from "./migrate.ts";
import { baselineName, readMigrations, readPreview } from "./migration-files.ts";

/**
 * Upgrades a preview release's database: applies the missing preview migrations, records the baseline in their place, and applies
 * the later ones. An interrupted upgrade resumes with the next call.
 * @returns the names of the migrations applied now
 * @throws MigrationError for a database that no preview release created
 */
export async function upgradeFromPreview(address: ServerAddress): Promise<string[]> {
  const preview = await readPreview();
  await asOwner(address, async (client) => {
    const applied = await namesApplied(client);
    if (applied.includes(baselineName)) throw new MigrationError("This database is already upgraded.");
    if (applied[0] !== preview[0]?.name) throw new MigrationError("No preview release created this database.");
  });
  const applied = await migrate(address, preview);
  await asOwner(address, replaceByBaseline);
  return [...applied, ...(await migrate(address))];
}

async function namesApplied(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ found: boolean }>(
    "select to_regclass('roost_migrations') is not null as found",
  );
  if (!rows[0]?.found) return [];
  return (await client.query<{ name: string }>("select name from roost_migrations order by name")).rows.map(
    ({ name }) => name,
  );
}

/** A single statement, so that it is atomic. */
async function replaceByBaseline(client: pg.Client): Promise<void> {
  const [baseline] = await readMigrations();
  await client.query("select pg_advisory_lock($1)", [migrationLock]);
  await client.query(
    `with replaced as (delete from roost_migrations where name < $1 returning 1)
     insert into roost_migrations (name, digest) select $1, $2 from (select count(*) from replaced) as counted
     on conflict (name) do nothing`,
    [baseline?.name, baseline?.digest],
  );
}
