import type { Command } from "commander";
import { print, type Terminal } from "./terminal.ts";
import { withDatabase } from "./with-database.ts";

/** `migrate`. Opening the database is what migrates it; so does every start. */
export function migrateCommand(parent: Command, terminal: Terminal): void {
  parent
    .command("migrate")
    .description("Bring the database's schema up to date, as every start does.")
    .option("--json", "print JSON, for programs")
    .action(async (options: { readonly json?: boolean }) => {
      const applied = await withDatabase(terminal, async ({ migrations }) => migrations);
      const text = applied.length === 0 ? "The database is up to date." : `Applied: ${applied.join(", ")}.`;
      print(terminal, options, { text, json: { applied } });
    });
}
