import type { Command } from "commander";
import { createAccount } from "../../../modules/platform/accounts/create-account.ts";
import { withDatabase } from "../database/with-database.ts";
import { print, type Terminal } from "../terminal/terminal.ts";
import { parseList } from "../terminal/values.ts";
import { commandCause } from "../with-account.ts";

interface Options {
  readonly name: string;
  readonly email?: string;
  readonly locale: string;
  readonly locales?: string[];
  readonly timeZone?: string;
  readonly json?: boolean;
}

/** `account create` */
export function accountCreate(parent: Command, terminal: Terminal): void {
  parent
    .command("create")
    .description("Create an account and print its id.")
    .requiredOption("--name <name>", "business name")
    .option("--email <address>", "business e-mail address")
    .option("--locale <locale>", "default language of its texts", "en")
    .option("--locales <locales>", "languages of its texts, such as en,fr", parseList)
    .option("--time-zone <zone>", "default time zone of its rentals, such as Europe/Lisbon", "UTC")
    .option("--json", "print JSON")
    .action(async (options: Options) => {
      const id = await withDatabase(terminal, ({ database }) =>
        database
          .within([], commandCause("account create"))
          .transaction((transaction) => createAccount(transaction, options)),
      );
      print(terminal, options, {
        text: `Created account ${id}. To issue a token for it: npm run -s roost -- token issue --account ${id} --scopes "…"`,
        json: { id, name: options.name.trim() },
      });
    });
}
