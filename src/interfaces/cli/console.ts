import type { Command } from "commander";
import { ConsoleDatabase } from "./database/console-database.ts";
import { withDatabase } from "./database/with-database.ts";
import { evaluateLines } from "./terminal/piped-lines.ts";
import { prompt } from "./terminal/prompt.ts";
import type { Terminal } from "./terminal/terminal.ts";
import { resolveAccount, commandCause } from "./with-account.ts";

interface Options {
  readonly account: string;
  readonly write?: boolean;
}

const greeting = `registry, resources, routes and database (rows, row, run, transaction) are here; await works. For example:
  registry.get("bookings").attributes
  await database.rows("select id, name from rentals")
.exit or Ctrl-D ends it.
`;

/** `console` */
export function consoleCommand(parent: Command, terminal: Terminal): void {
  parent
    .command("console")
    .description(
      "Open a JavaScript prompt with the registry and the database of one account; lines may also be piped in.",
    )
    .requiredOption("--account <account>", "whose rows the database shows: its id or its name")
    .option("--write", "let statements change rows (default: transactions are read-only)")
    .action(async ({ account: named, write }: Options) => {
      const registered = await terminal.installation.registered();
      await withDatabase(terminal, async (opened) => {
        const account = await resolveAccount(opened.database, named);
        const scope = opened.database.within([account], commandCause("console"));
        const database = new ConsoleDatabase(scope, write ? "write" : "read");
        const names = { ...registered, account, database };
        if (!terminal.screen) return evaluateLines((await terminal.input()).split("\n"), names, terminal.out);
        terminal.err(`Account ${account}, ${write ? "with writes" : "read-only"}. ${greeting}`);
        return prompt(terminal.screen, `roost ${account}`, names);
      });
    });
}
