import type { Command } from "commander";
import { ConsoleDatabase } from "./database/console-database.ts";
import { withDatabase } from "./database/with-database.ts";
import { evaluateLines } from "./terminal/piped-lines.ts";
import { prompt } from "./terminal/prompt.ts";
import type { Terminal } from "./terminal/terminal.ts";
import { commandCause, resolveAccount } from "./with-account.ts";

interface Options {
  readonly account: string;
  readonly write?: boolean;
}

const greeting = `Available: registry, resources, routes and database (rows, row, run, transaction). Top-level await works. Examples:
  registry.get("bookings").attributes
  await database.rows("select id, name from rentals")
Exit with .exit or Ctrl-D.
`;

/** `console` */
export function consoleCommand(parent: Command, terminal: Terminal): void {
  parent
    .command("console")
    .description("Open a JavaScript prompt with the registry and one account's database. Lines can also be piped in.")
    .requiredOption("--account <account>", "account whose rows are visible (id or name)")
    .option("--write", "allow writes (default: read-only transactions)")
    .action(async ({ account: named, write }: Options) => {
      const registered = await terminal.installation.registered();
      await withDatabase(terminal, async (opened) => {
        const account = await resolveAccount(opened.database, named);
        const scope = opened.database.within([account], commandCause("console"));
        const database = new ConsoleDatabase(scope, write ? "write" : "read");
        const names = { ...registered, account, database };
        if (!terminal.screen) return evaluateLines((await terminal.input()).split("\n"), names, terminal.out);
        terminal.err(`Account ${account}, ${write ? "read-write" : "read-only"}. ${greeting}`);
        return prompt(terminal.screen, `roost ${account}`, names);
      });
    });
}
