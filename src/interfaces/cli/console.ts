import type { Command } from "commander";
import { notFound } from "../../kernel/errors.ts";
import { ConsoleDatabase } from "./console-database.ts";
import { evaluateLines } from "./piped-lines.ts";
import { prompt } from "./prompt.ts";
import type { Terminal } from "./terminal.ts";
import { anId } from "./values.ts";
import { withDatabase } from "./with-database.ts";

interface Options {
  readonly account: number;
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
    .requiredOption("--account <id>", "whose rows the database shows", anId)
    .option("--write", "let statements change rows (default: transactions are read-only)")
    .action(async ({ account, write }: Options) => {
      const registered = await terminal.installation.registered();
      await withDatabase(terminal, async (opened) => {
        const database = new ConsoleDatabase(
          opened.database.within([account], { actor: "Command:console" }),
          write ? "write" : "read",
        );
        if ((await database.run("select from accounts where id = $1", [account])) === 0) {
          throw notFound(`There is no account ${account}.`);
        }
        const scope = { ...registered, account, database };
        if (!terminal.screen) return evaluateLines((await terminal.input()).split("\n"), scope, terminal.out);
        terminal.err(`Account ${account}, ${write ? "with writes" : "read-only"}. ${greeting}`);
        return prompt(terminal.screen, `roost ${account}`, scope);
      });
    });
}
