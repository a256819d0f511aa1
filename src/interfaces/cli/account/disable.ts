import type { Command } from "commander";
import { disableAccount } from "../../../modules/platform/accounts/close-account.ts";
import { type ConfirmOptions, withConfirmOption } from "../common-options.ts";
import { confirm } from "../terminal/confirm.ts";
import { print, type Terminal } from "../terminal/terminal.ts";
import { changeAccount } from "../with-account.ts";

const about = `Disable an account: its tokens, sign-ins and payment pages stop working, and nothing more is charged.
No data is erased. "account enable" undoes this at any time; "account close" ends the account for good.`;

/** `account disable` */
export function accountDisable(parent: Command, terminal: Terminal): void {
  withConfirmOption(parent.command("disable"))
    .description(about)
    .argument("<account>", "account id or name")
    .action(async (named: string, options: ConfirmOptions) => {
      await confirm(terminal, options, `This blocks all sign-ins, tokens and guest payments of account ${named}.`);
      const { id, name } = await changeAccount(
        terminal,
        { account: named, command: "account disable" },
        async (transaction, account) => ({ id: account, name: await disableAccount(transaction, account) }),
      );
      print(terminal, options, {
        text: `Disabled account ${id} (${name}). To enable it again: npm run -s roost -- account enable ${id}`,
        json: { id, name, state: "disabled" },
      });
    });
}
