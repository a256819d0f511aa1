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
  /** What it says of its locks: `none`, or tables and while what. Undefined for the baseline, which nobody works beside. */
  readonly locks: string | undefined;
}

/**
 * What a start would apply to a database, which is only looked at.
 * @throws MigrationError as a start would
 */
export async function pendingMigrations(
  address: ServerAddress,
  files?: readonly Migration[],
): Promise<PendingMigration[]> {
  const wanted = files ?? (await readMigrations());
  return asOwner(address, async (client) => {
    await assertFinished(client);
    const { rows } = await client.query<{ found: boolean }>(
      "select to_regclass('roost_migrations') is not null as found",
    );
    if (!rows[0]?.found) return wanted.map(pending);
    const applied = (await client.query<AppliedMigration>("select name, digest from roost_migrations")).rows;
    assertReleased(applied);
    return missingMigrations(applied, wanted).map(pending);
  });
}

/** All of them, for a database that is not there yet. */
export async function allMigrations(): Promise<PendingMigration[]> {
  return (await readMigrations()).map(pending);
}

const pending = ({ name, sql }: Migration): PendingMigration => ({ name, locks: locksSaid(sql) });

/**
 * What a migration says of the tables that it keeps others from writing to, in its line `-- locks: bookings, rentals, while …` or
 * `-- locks: none`. A test demands it of each, and that it is true.
 */
export function locksSaid(sql: string): string | undefined {
  return /^-- locks: (.+)$/m.exec(sql)?.[1]?.trim();
}
