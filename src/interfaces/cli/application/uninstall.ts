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
      "Uninstall an application from one account and revoke its tokens there, as an owner can in the settings.",
    )
    .argument("<application>", "application id, client id or name")
    .requiredOption("--account <account>", "account id or name")
    .action(async (named: string, options: ConfirmOptions & { readonly account: string }) => {
      await confirm(
        terminal,
        options,
        `This ends the access of application ${named} to account ${options.account} and revokes its tokens there.`,
      );
      const change = { account: options.account, command: "application uninstall" };
      const { id, name, account } = await changeAccount(terminal, change, async (transaction, account) => {
        const application = await findApplicationNamed(transaction, named);
        await uninstallApplication(transaction, account, application.id);
        return { ...application, account };
      });
      print(terminal, options, {
        text: `Uninstalled application ${id} (${name}) from account ${account}.`,
        json: { id, name, account, uninstalled: true },
      });
    });
}
