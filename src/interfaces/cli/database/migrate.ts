import type { Command } from "commander";
import { ExitCode } from "../exit-code.ts";
import { print, type Terminal } from "../terminal/terminal.ts";
import { withDatabase } from "./with-database.ts";

interface Options {
  readonly check?: boolean;
  readonly json?: boolean;
}

/** The exit code of `migrate --check` when something would run. */
const somethingPends = 3;

/** `migrate`. Opening the database is what migrates it; so does every start. */
export function migrateCommand(parent: Command, terminal: Terminal): void {
  parent
    .command("migrate")
    .description("Bring the database's schema up to date, as every start does.")
    .option("--check", `only say what would run, and what it locks: exit code ${somethingPends} when something would`)
    .option("--json", "print JSON")
    .action(async (options: Options) => {
      if (options.check) return check(terminal, options);
      const applied = await withDatabase(terminal, async ({ migrations }) => migrations);
      const text = applied.length === 0 ? "The database is up to date." : `Applied: ${applied.join(", ")}.`;
      print(terminal, options, { text, json: { applied } });
    });
}

async function check(terminal: Terminal, options: Options): Promise<void> {
  const pending = await terminal.installation.pendingMigrations(terminal.environment);
  const lines = pending.map(({ name, locks }) => `${name}: ${locksInWords(locks)}`);
  const text = pending.length === 0 ? "The database is up to date." : ["These would run:", ...lines].join("\n");
  const json = { pending: pending.map(({ name, locks }) => ({ name, locks: locks ?? null })) };
  print(terminal, options, { text, json });
  if (pending.length > 0) throw new ExitCode(somethingPends);
}

function locksInWords(locks: string | undefined): string {
  if (locks === undefined) return "says nothing of its locks";
  return locks === "none" ? "keeps nobody from writing" : `keeps others from writing to ${locks}`;
}
