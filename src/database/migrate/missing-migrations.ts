import { MigrationError } from "../migration-error.ts";
import type { AppliedMigration } from "./applied-migrations.ts";
import type { Migration } from "./migration-files.ts";

/**
 * The migrations that a database lacks.
 * @throws MigrationError if the database is newer than this release, or if an applied file has changed since
 */
export function missingMigrations(applied: readonly AppliedMigration[], files: readonly Migration[]): Migration[] {
  for (const { name } of applied) {
    if (!files.some((file) => file.name === name)) {
      throw new MigrationError(
        `The database has the migration ${name}, which this release does not include. Start the newer release that applied it.`,
      );
    }
  }
  const digests = new Map(applied.map((row) => [row.name, row.digest]));
  for (const { name, digest } of files) {
    if (digests.has(name) && digests.get(name) !== digest) {
      throw new MigrationError(
        `The migration ${name} has changed since it was applied. Start the unmodified release that last used this database.`,
      );
    }
  }
  return files.filter(({ name }) => !digests.has(name));
}
