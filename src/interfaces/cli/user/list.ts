import type { Command } from "commander";
import { findUser } from "../../../modules/platform/people/find-user.ts";
import { listUsers } from "../../../modules/platform/people/list-users.ts";
import { type PrintOptions, withJsonOption } from "../common-options.ts";
import { withDatabase } from "../database/with-database.ts";
import { listOutput, recordOutput } from "../terminal/table.ts";
import { print, type Terminal } from "../terminal/terminal.ts";
import { readAccounts, resolveOptionalAccount } from "../with-account.ts";
import { userColumns } from "./columns.ts";

/** `user list` */
export function userList(parent: Command, terminal: Terminal): void {
  withJsonOption(parent.command("list"))
    .description("List users with their accounts, roles and last activity.")
    .option("--account <account>", "only users of this account (id or name)")
    .action(async (options: PrintOptions & { readonly account?: string }) => {
      const users = await withDatabase(terminal, async ({ database }) => {
        const account = await resolveOptionalAccount(database, options.account);
        return readAccounts(database, options.account, (transaction) => listUsers(transaction, { account }));
      });
      print(terminal, options, listOutput(users, userColumns, "No users."));
    });
}

/** `user show` */
export function userShow(parent: Command, terminal: Terminal): void {
  withJsonOption(parent.command("show"))
    .description("Show a user.")
    .argument("<user>", "user id, e-mail address or name")
    .action(async (named: string, options: PrintOptions) => {
      const [user] = await withDatabase(terminal, ({ database }) =>
        readAccounts(database, undefined, async (transaction) =>
          listUsers(transaction, { user: (await findUser(transaction, named)).id }),
        ),
      );
      if (!user) throw new Error(`User ${named} exists but was not listed.`);
      print(terminal, options, recordOutput(user, userColumns));
    });
}
