import type pg from "pg";
import type { ServerAddress } from "../connect/address.ts";
import { isUnfinished, markUnfinished } from "../migrate/unfinished-restore.ts";
import { BackupError } from "./backup-error.ts";
import { ownSchemas } from "./catalog.ts";
import { inLongSession } from "./long-session.ts";

/** Advisory lock for restoring into a database. An arbitrary number that differs from the migrations' locks. */
const restoreLock = 7_066_785_003;

/**
 * Runs `work` on the target of a restore: an empty database, or one with an interrupted restore, which is then repeated. Until
 * `markFinished`, no service starts on it.
 * @throws BackupError if the database is in use or not empty
 */
export function inTarget<T>(address: ServerAddress, work: (client: pg.Client) => Promise<T>): Promise<T> {
  return inLongSession(address, async (client) => {
    const { rows } = await client.query<{ taken: boolean }>("select pg_try_advisory_lock($1) as taken", [restoreLock]);
    if (!rows[0]?.taken)
      throw new BackupError("Another restore into this database is in progress. Wait until it ends.");
    await assertUnused(client);
    if (!(await isUnfinished(client))) {
      await assertEmpty(client);
      await markUnfinished(client);
    }
    return work(client);
  });
}

async function assertUnused(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ count: number; applications: string }>(
    `select count(*)::integer as count, coalesce(string_agg(distinct nullif(application_name, ''), ', '), 'unnamed') as applications
     from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
       and coalesce(backend_type, 'client backend') = 'client backend'`,
  );
  const { count = 0, applications = "" } = rows[0] ?? {};
  if (count === 0) return;
  throw new BackupError(
    `The database is in use. Open connections: ${count} (${applications}). Stop Roost and its workers, and close all other connections, then restore again.`,
  );
}

async function assertEmpty(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', nspname, relname) as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     where nspname = any ($1) and relkind in ('r', 'p', 'v', 'm', 'S', 'f')
       and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
     order by name limit 1`,
    [ownSchemas],
  );
  const [first] = rows;
  if (!first) return;
  throw new BackupError(
    `The database is not empty (it has ${first.name}). Restore into a new one: set another ROOST_DATA_DIR, or an empty database in DATABASE_URL.`,
  );
}
