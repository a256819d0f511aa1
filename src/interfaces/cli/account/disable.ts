import type { Command } from "commander";
import { disableAccount } from "../../../modules/platform/accounts/close-account.ts";
import { type ConfirmOptions, withConfirmOption } from "../common-options.ts";
import { confirm } from "../terminal/confirm.ts";
import { print, type Terminal } from "../terminal/terminal.ts";
import { changeAccount } from "../with-account.ts";

const about = `Disable an account: its tokens, sign-ins and payment pages do not work, and nothing is charged for it.
Nothing of it is erased. account enable undoes this at any time; account close ends the account for good.`;

/** `account disable` */
export function accountDisable(parent: Command, terminal: Terminal): void {
  withConfirmOption(parent.command("disable"))
    .description(about)
    .argument("<account>", "account id or name")
    .action(async (named: string, options: ConfirmOptions) => {
      await confirm(terminal, options, `Nobody can use the account ${named} any more, nor can guests pay.`);
      const { id, name } = await changeAccount(
        terminal,
        { account: named, command: "account disable" },
        async (transaction, account) => ({ id: account, name: await disableAccount(transaction, account) }),
      );
      print(terminal, options, {
        text: `The account ${id} (${name}) is disabled. This opens it again: npm run -s roost -- account enable ${id}`,
        json: { id, name, state: "disabled" },
      });
    });
}
