import type { Command } from "commander";
import { findAccount } from "../../../modules/platform/accounts/find-account.ts";
import { listAccounts } from "../../../modules/platform/accounts/list-accounts.ts";
import { type PrintOptions, withJsonOption } from "../common-options.ts";
import { withDatabase } from "../database/with-database.ts";
import { listOutput, recordOutput } from "../terminal/table.ts";
import { print, type Terminal } from "../terminal/terminal.ts";
import { accountColumns } from "./columns.ts";

/** `account list` */
export function accountList(parent: Command, terminal: Terminal): void {
  withJsonOption(parent.command("list"))
    .description("List accounts with their state and record counts.")
    .action(async (options: PrintOptions) => {
      const accounts = await withDatabase(terminal, ({ database }) =>
        database.transaction((transaction) => listAccounts(transaction), "read"),
      );
      print(terminal, options, listOutput(accounts, accountColumns, "No accounts."));
    });
}

/** `account show` */
export function accountShow(parent: Command, terminal: Terminal): void {
  withJsonOption(parent.command("show"))
    .description("Show an account.")
    .argument("<account>", "account id or name")
    .action(async (named: string, options: PrintOptions) => {
      const [account] = await withDatabase(terminal, ({ database }) =>
        database.transaction(
          async (transaction) => listAccounts(transaction, [await findAccount(transaction, named)]),
          "read",
        ),
      );
      if (!account) throw new Error(`Account ${named} exists but was not listed.`);
      print(terminal, options, recordOutput(account, accountColumns));
    });
}
