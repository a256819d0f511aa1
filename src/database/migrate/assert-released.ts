import { MigrationError } from "../migration-error.ts";
import type { AppliedMigration } from "./applied-migrations.ts";

/**
 * Refuses a database from before 0.1.0; a start does not upgrade it.
 * @throws MigrationError that says how to upgrade
 */
export function assertReleased(applied: readonly AppliedMigration[]): void {
  if (applied.some(({ name }) => name === "0001_initial_schema.sql"))
    throw new MigrationError(
      "A preview release created this database. Run `roost upgrade-from-preview` once, then start again.",
    );
  if (applied.some(({ name }) => name === "0001_the_house.sql"))
    throw new MigrationError(
      "This database is older than the preview releases. Start the last preview release on it once, then run `roost upgrade-from-preview`.",
    );
}
