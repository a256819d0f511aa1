import type { ServerAddress } from "../connect/address.ts";
import { asOwner } from "../connect/roles.ts";
import type { AppliedMigration } from "./applied-migrations.ts";
import { assertReleased } from "./assert-released.ts";
import { type Migration, readMigrations } from "./migration-files.ts";
import { missingMigrations } from "./missing-migrations.ts";
import { assertFinished } from "./unfinished-restore.ts";

/** A migration that a start would apply. */
export interface PendingMigration {
  readonly name: string;
  /** Its lock line: `none`, or the locked tables and for how long. Undefined for the baseline, which runs on an empty database. */
  readonly locks: string | undefined;
}

/**
 * The migrations that a start would apply. Changes nothing.
 * @throws MigrationError as a start would
 */
export async function pendingMigrations(
  address: ServerAddress,
  files?: readonly Migration[],
): Promise<PendingMigration[]> {
  const migrations = files ?? (await readMigrations());
  return asOwner(address, async (client) => {
    await assertFinished(client);
    const { rows } = await client.query<{ found: boolean }>(
      "select to_regclass('roost_migrations') is not null as found",
    );
    if (!rows[0]?.found) return migrations.map(pending);
    const applied = (await client.query<AppliedMigration>("select name, digest from roost_migrations")).rows;
    assertReleased(applied);
    return missingMigrations(applied, migrations).map(pending);
  });
}

/** All migrations, for a database that does not exist yet. */
export async function allMigrations(): Promise<PendingMigration[]> {
  return (await readMigrations()).map(pending);
}

const pending = ({ name, sql }: Migration): PendingMigration => ({ name, locks: declaredLocks(sql) });

/**
 * The tables that a migration locks against writes, from its line `-- locks: bookings, rentals, while …` or `-- locks: none`.
 * A test checks that each migration has this line and that it is true.
 */
export function declaredLocks(sql: string): string | undefined {
  return /^-- locks: (.+)$/m.exec(sql)?.[1]?.trim();
}
