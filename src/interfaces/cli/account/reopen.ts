import type { Command } from "commander";
import { reopenAccount } from "../../../modules/platform/accounts/close-account.ts";
import { type PrintOptions, withJsonOption } from "../common-options.ts";
import { print, type Terminal } from "../terminal/terminal.ts";
import { changeAccount, requireAccount } from "../with-account.ts";

interface Options extends PrintOptions {
  readonly account?: string;
}

/** `account reopen`, also called `account enable` */
export function accountReopen(parent: Command, terminal: Terminal): void {
  withJsonOption(parent.command("reopen"))
    .alias("enable")
    .description("Reopen an account that is disabled, or was closed less than 30 days ago. Nothing is lost.")
    .argument("[account]", "account id or name")
    .option("--account <account>", "account id or name, instead of the argument")
    .action(async (argument: string | undefined, options: Options) => {
      const { account, name } = await changeAccount(
        terminal,
        { account: requireAccount(argument, options.account), command: "account reopen" },
        async (transaction, account) => ({ account, name: await reopenAccount(transaction, account) }),
      );
      print(terminal, options, {
        text: `Reopened account ${account} (${name}). Its tokens, sign-ins and payment pages work again, and pending charges resume.`,
        json: { id: account, name },
      });
    });
}
