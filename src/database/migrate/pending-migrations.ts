import type { ServerAddress } from "../connect/address.ts";
import { type Migration, readMigrations } from "./migration-files.ts";
import { missingMigrations } from "./missing-migrations.ts";
import { type AppliedMigration, baseline, isPreRelease } from "./pre-release.ts";
import { asOwner } from "../connect/roles.ts";
import { assertFinished } from "./unfinished-restore.ts";

/** A migration that a start would apply. */
export interface PendingMigration {
  readonly name: string;
  /** What it says of its locks: `none`, or tables and while what. Undefined for those from before 0038. */
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
    // A database from before 0.1.0 gets what it lacks of the baseline first.
    const after = isPreRelease(applied) ? wanted.filter(({ name }) => !baseline.includes(name)) : undefined;
    return (after ?? missingMigrations(applied, wanted)).map(pending);
  });
}

/** All of them, for a database that is not there yet. */
export async function allMigrations(): Promise<PendingMigration[]> {
  return (await readMigrations()).map(pending);
}

const pending = ({ name, sql }: Migration): PendingMigration => ({ name, locks: locksSaid(sql) });

/**
 * What a migration says of the tables that it keeps others from writing to, in its line `-- locks: bookings, rentals, while …` or
 * `-- locks: none`. A test demands it of each from 0038 on, and that it is true.
 */
export function locksSaid(sql: string): string | undefined {
  return /^-- locks: (.+)$/m.exec(sql)?.[1]?.trim();
}
