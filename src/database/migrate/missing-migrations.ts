import { MigrationError } from "../migration-error.ts";
import type { AppliedMigration } from "./applied-migrations.ts";
import type { Migration } from "./migration-files.ts";

/**
 * The migrations that a database has not got.
 * @throws MigrationError when the database is newer than this release, or an applied file has since been changed
 */
export function missingMigrations(applied: readonly AppliedMigration[], files: readonly Migration[]): Migration[] {
  for (const { name } of applied) {
    if (!files.some((file) => file.name === name)) {
      throw new MigrationError(
        `The database has the migration ${name}, which this release does not know: it was used by a newer one.`,
      );
    }
  }
  const digests = new Map(applied.map((row) => [row.name, row.digest]));
  for (const { name, digest } of files) {
    if (digests.has(name) && digests.get(name) !== digest) {
      throw new MigrationError(
        `The migration ${name} was changed after it had been applied: start the release that the database was last used with, unchanged.`,
      );
    }
  }
  return files.filter(({ name }) => !digests.has(name));
}
