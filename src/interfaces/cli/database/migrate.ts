import type { Command } from "commander";
import { ExitCode } from "../exit-code.ts";
import { print, type Terminal } from "../terminal/terminal.ts";
import { withDatabase } from "./with-database.ts";

interface Options {
  readonly check?: boolean;
  readonly json?: boolean;
}

/** The exit code of `migrate --check` when migrations are pending. */
const pendingExitCode = 3;

/** `migrate`. Opening the database applies its migrations. */
export function migrateCommand(parent: Command, terminal: Terminal): void {
  parent
    .command("migrate")
    .description("Apply pending migrations, as every start does.")
    .option("--check", `only list pending migrations and their locks; exit code ${pendingExitCode} if there are any`)
    .option("--json", "print JSON")
    .action(async (options: Options) => {
      if (options.check) return check(terminal, options);
      const applied = await withDatabase(terminal, async ({ migrations }) => migrations);
      const text = applied.length === 0 ? "The database is up to date." : `Applied migrations: ${applied.join(", ")}.`;
      print(terminal, options, { text, json: { applied } });
    });
}

async function check(terminal: Terminal, options: Options): Promise<void> {
  const pending = await terminal.installation.pendingMigrations(terminal.environment);
  const lines = pending.map(({ name, locks }) => `${name}: ${describeLocks(locks)}`);
  const text = pending.length === 0 ? "The database is up to date." : ["Pending migrations:", ...lines].join("\n");
  const json = { pending: pending.map(({ name, locks }) => ({ name, locks: locks ?? null })) };
  print(terminal, options, { text, json });
  if (pending.length > 0) throw new ExitCode(pendingExitCode);
}

function describeLocks(locks: string | undefined): string {
  if (locks === undefined) return "does not declare its locks";
  return locks === "none" ? "blocks no writes" : `blocks writes to ${locks}`;
}
