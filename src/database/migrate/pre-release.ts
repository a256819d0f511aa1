import { join } from "node:path";
import type pg from "pg";
import { type Migration, migrationsFolder, readMigrations } from "./migration-files.ts";
import { MigrationError } from "../migration-error.ts";

/** The migrations before 0.1.0 as they last were. Together they make the schema that the baseline makes. */
export const preReleaseFolder = join(migrationsFolder, "before-0.1.0");

/** What 0.1.0 has in their place (docs/decisions/0019-frozen-migrations.md). */
export const baseline = [
  "0001_initial_schema.sql",
  "0002_access.sql",
  "0003_row_level_security.sql",
  "0004_rates.sql",
  "0005_quote_versions.sql",
  "0006_calendar_maps.sql",
  "0007_agents.sql",
];

/** Two of them were changed after they had been applied: what the database of an earlier form of the file lacks. */
const earlierForms: readonly { readonly name: string; readonly digest: string; readonly mend: string }[] = [
  {
    name: "0001_the_house.sql",
    digest: "c5320f5e1d23a7d4f9f6f49a1f70ed071721c4fba0306ea827a63c79a2db8353",
    mend: "alter table access_tokens alter column expires_at type timestamptz, alter column revoked_at type timestamptz",
  },
  // Another comment.
  { name: "0001_the_house.sql", digest: "fe5080dd2f3d357621c15196f2dd8eea4148aea2f24ef80afb67d32170f074c6", mend: "" },
  {
    name: "0008_search.sql",
    digest: "1462c1f1558683a224dcc530db9e555be2f48e40792d9c8db26926f67179017f",
    mend: `create index bookings_of_calendar on bookings (account_id, rental_id, end_at) include (start_at, tentative_expires_at)
      where canceled_at is null`,
  },
];

/** An applied migration as the database notes it. */
export interface AppliedMigration {
  readonly name: string;
  readonly digest: string;
}

/** Whether a database was made before 0.1.0: all that were have the first migration of that time. */
export function isPreRelease(applied: readonly AppliedMigration[]): boolean {
  return applied.some(({ name }) => name === "0001_the_house.sql");
}

/**
 * Brings a database that was made before 0.1.0 to the baseline: applies what it lacks of the migrations of that time, and notes the
 * baseline in their place. To be called in a transaction.
 * @returns the names of the migrations that were applied
 * @throws MigrationError for a form of a migration that no landed tree had
 */
export async function adoptPreRelease(
  client: pg.Client,
  applied: readonly AppliedMigration[],
  released: readonly Migration[],
): Promise<string[]> {
  const preRelease = await readMigrations(preReleaseFolder);
  const digests = new Map(applied.map(({ name, digest }) => [name, digest]));
  const done: string[] = [];
  for (const migration of preRelease) {
    const digest = digests.get(migration.name);
    const sql = digest === undefined ? migration.sql : mendOf(migration, digest);
    if (sql !== "") await client.query(sql);
    if (digest === undefined) done.push(migration.name);
  }
  await client.query("delete from roost_migrations where name = any ($1)", [preRelease.map(({ name }) => name)]);
  for (const { name, digest } of released.filter(({ name }) => baseline.includes(name))) {
    await client.query("insert into roost_migrations (name, digest) values ($1, $2)", [name, digest]);
  }
  return done;
}

/** SQL that an applied migration lacks; empty for its last form. */
function mendOf(migration: Migration, digest: string): string {
  if (digest === migration.digest) return "";
  const form = earlierForms.find((earlier) => earlier.name === migration.name && earlier.digest === digest);
  if (form) return form.mend;
  throw new MigrationError(
    `The database was made by a version of Roost from before 0.1.0 that cannot be upgraded (its ${migration.name} is in no release): ` +
      "start on an empty ROOST_DATA_DIR or database.",
  );
}
