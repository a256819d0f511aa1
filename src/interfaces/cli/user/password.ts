import type { Command } from "commander";
import { setPassword } from "../../../modules/platform/people/passwords/set-password.ts";
import { withDatabase } from "../database/with-database.ts";
import { print, type Terminal } from "../terminal/terminal.ts";
import { readPassword } from "./password-input.ts";

interface Options {
  readonly email: string;
  readonly json?: boolean;
}

/** `user password`. The password is never an argument: other users of the machine can see arguments. */
export function userPassword(parent: Command, terminal: Terminal): void {
  parent
    .command("password")
    .description("Set a user's password and end their sessions.")
    .requiredOption("--email <address>", "their email address")
    .requiredOption("--password-stdin", "read the password from standard input")
    .option("--json", "print JSON")
    .action(async (options: Options) => {
      const password = await readPassword(terminal);
      await withDatabase(terminal, ({ database }) =>
        database.transaction((transaction) => setPassword(transaction, options.email, password)),
      );
      const email = options.email.trim();
      print(terminal, options, {
        text: `Changed the password of ${email} and ended their sessions.`,
        json: { email, changed: true },
      });
    });
}
