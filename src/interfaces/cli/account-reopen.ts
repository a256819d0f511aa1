import type { Command } from "commander";
import { reopenAccount } from "../../modules/accounts/close-account.ts";
import { print, type Terminal } from "./terminal.ts";
import { anId } from "./values.ts";
import { withDatabase } from "./with-database.ts";

interface Options {
  readonly account: number;
  readonly json?: boolean;
}

/** `account reopen` */
export function accountReopen(parent: Command, terminal: Terminal): void {
  parent
    .command("reopen")
    .description("Open an account again that was closed less than 30 days ago: everything is as it was.")
    .requiredOption("--account <id>", "the account", anId)
    .option("--json", "print JSON, for programs")
    .action(async (options: Options) => {
      const { account } = options;
      const name = await withDatabase(terminal, ({ database }) =>
        database.transaction((transaction) => reopenAccount(transaction, account)),
      );
      print(terminal, options, {
        text: `Account ${account} (${name}) is open again: its tokens, sign-ins and payment pages work, and what was to be charged is.`,
        json: { id: account, name },
      });
    });
}
