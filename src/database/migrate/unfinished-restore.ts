import type pg from "pg";
import { MigrationError } from "../migration-error.ts";

/** This table exists until a restore is complete, so that no service starts on partial data. */
const marker = "public.roost_unfinished_restore";

/** Whether a restore into this database began and did not finish. */
export async function isUnfinished(client: pg.Client): Promise<boolean> {
  const found = await client.query<{ found: boolean }>("select to_regclass($1) is not null as found", [marker]);
  return found.rows[0]?.found ?? false;
}

/** Records that a restore begins. */
export async function markUnfinished(client: pg.Client): Promise<void> {
  await client.query(`create table if not exists ${marker} (began_at timestamptz not null default now())`);
}

/** Records that the restore is complete. */
export async function markFinished(client: pg.Client): Promise<void> {
  await client.query(`drop table ${marker}`);
}

/** @throws MigrationError if a restore is in progress or was interrupted */
export async function assertFinished(client: pg.Client): Promise<void> {
  if (!(await isUnfinished(client))) return;
  throw new MigrationError(
    "A restore into this database is in progress or was interrupted. Run the same restore again, or use another, empty database.",
  );
}
