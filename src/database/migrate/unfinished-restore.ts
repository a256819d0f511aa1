import type pg from "pg";
import { MigrationError } from "../migration-error.ts";

/** Stands in a database for as long as a restore into it is not done: nobody is to work on half of the rows. */
const marker = "public.roost_unfinished_restore";

/** Whether a restore began in this database and did not come to its end. */
export async function isUnfinished(client: pg.Client): Promise<boolean> {
  const found = await client.query<{ found: boolean }>("select to_regclass($1) is not null as found", [marker]);
  return found.rows[0]?.found ?? false;
}

/** Notes that a restore begins. */
export async function markUnfinished(client: pg.Client): Promise<void> {
  await client.query(`create table if not exists ${marker} (began_at timestamptz not null default now())`);
}

/** Notes that it is done. */
export async function markFinished(client: pg.Client): Promise<void> {
  await client.query(`drop table ${marker}`);
}

/** @throws MigrationError when a restore was broken off, or is under way */
export async function assertFinished(client: pg.Client): Promise<void> {
  if (!(await isUnfinished(client))) return;
  throw new MigrationError(
    "A restore into this database is under way, or was broken off: run the same restore again, or use another, empty database.",
  );
}
