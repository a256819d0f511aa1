import type { Command } from "commander";
import { findApplicationNamed } from "../../../modules/platform/access/applications/find-application.ts";
import { uninstallApplication } from "../../../modules/platform/access/applications/uninstall-application.ts";
import { type ConfirmOptions, withConfirmOption } from "../common-options.ts";
import { confirm } from "../terminal/confirm.ts";
import { print, type Terminal } from "../terminal/terminal.ts";
import { changeAccount } from "../with-account.ts";

/** `application uninstall` */
export function applicationUninstall(parent: Command, terminal: Terminal): void {
  withConfirmOption(parent.command("uninstall"))
    .description(
      "Take an application out of one account, with all tokens that it has for it, as its people do at /applications.",
    )
    .argument("<application>", "application id, client id or name")
    .requiredOption("--account <account>", "account id or name")
    .action(async (named: string, options: ConfirmOptions & { readonly account: string }) => {
      await confirm(terminal, options, `${named} loses the account ${options.account}, with all tokens for it.`);
      const change = { account: options.account, command: "application uninstall" };
      const { id, name, account } = await changeAccount(terminal, change, async (transaction, account) => {
        const application = await findApplicationNamed(transaction, named);
        await uninstallApplication(transaction, account, application.id);
        return { ...application, account };
      });
      print(terminal, options, {
        text: `The account ${account} does not have the application ${id} (${name}) installed any more.`,
        json: { id, name, account, uninstalled: true },
      });
    });
}
