import type { Command } from "commander";
import { reopenAccount } from "../../../modules/platform/accounts/close-account.ts";
import { type PrintOptions, withJsonOption } from "../common-options.ts";
import { print, type Terminal } from "../terminal/terminal.ts";
import { changeAccount, requireAccount } from "../with-account.ts";

interface Options extends PrintOptions {
  readonly account?: string;
}

/** `account reopen`, and `account enable` for one that was only disabled */
export function accountReopen(parent: Command, terminal: Terminal): void {
  withJsonOption(parent.command("reopen"))
    .alias("enable")
    .description(
      "Open an account again that is disabled, or was closed less than 30 days ago: everything is as it was.",
    )
    .argument("[account]", "account id or name")
    .option("--account <account>", "the same")
    .action(async (alone: string | undefined, options: Options) => {
      const { account, name } = await changeAccount(
        terminal,
        { account: requireAccount(alone, options.account), command: "account reopen" },
        async (transaction, account) => ({ account, name: await reopenAccount(transaction, account) }),
      );
      print(terminal, options, {
        text: `Account ${account} (${name}) is open again: its tokens, sign-ins and payment pages work, and what was to be charged is.`,
        json: { id: account, name },
      });
    });
}
