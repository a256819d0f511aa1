import type { Command } from "commander";
import { generatePassword } from "../../../modules/platform/people/passwords/password.ts";
import { setPassword } from "../../../modules/platform/people/passwords/set-password.ts";
import { withDatabase } from "../database/with-database.ts";
import { print, type Terminal } from "../terminal/terminal.ts";
import { readPassword } from "./password-input.ts";

interface Options {
  readonly email: string;
  readonly passwordStdin?: boolean;
  readonly json?: boolean;
}

/** `user password`. The password is never an argument: other users of the machine can see arguments. */
export function userPassword(parent: Command, terminal: Terminal): void {
  parent
    .command("password")
    .description("Set a user's password and end their sessions.")
    .requiredOption("--email <address>", "their e-mail address")
    .option("--password-stdin", "read the password from standard input (default: generate and print one)")
    .option("--json", "print JSON")
    .action(async (options: Options) => {
      const chosen = options.passwordStdin ? await readPassword(terminal) : undefined;
      const password = chosen ?? generatePassword();
      await withDatabase(terminal, ({ database }) =>
        database.transaction((transaction) => setPassword(transaction, options.email, password)),
      );
      const email = options.email.trim();
      const changed = `Changed the password of ${email} and ended their sessions.`;
      print(
        terminal,
        options,
        chosen === undefined
          ? { text: `${changed}\nPassword: ${password} (shown only once)`, json: { email, changed: true, password } }
          : { text: changed, json: { email, changed: true } },
      );
    });
}
