import type { Command } from "commander";
import { setPassword } from "../../../modules/platform/people/passwords/set-password.ts";
import { withDatabase } from "../database/with-database.ts";
import { print, type Terminal } from "../terminal/terminal.ts";
import { readPassword } from "./password-input.ts";

interface Options {
  readonly email: string;
  readonly json?: boolean;
}

/** `user password`. There is no way to write the password into the command: other people on the machine see its words. */
export function userPassword(parent: Command, terminal: Terminal): void {
  parent
    .command("password")
    .description("Set a person's password and sign them out everywhere.")
    .requiredOption("--email <address>", "their email address")
    .requiredOption("--password-stdin", "read the password from standard input, where nobody else sees it")
    .option("--json", "print JSON")
    .action(async (options: Options) => {
      const password = await readPassword(terminal);
      await withDatabase(terminal, ({ database }) =>
        database.transaction((transaction) => setPassword(transaction, options.email, password)),
      );
      const email = options.email.trim();
      print(terminal, options, {
        text: `${email} has a new password and is signed out everywhere.`,
        json: { email, changed: true },
      });
    });
}
