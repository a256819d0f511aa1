import type { Command } from "commander";
import { notFound } from "../../../kernel/errors.ts";
import {
  type ListedInvitation,
  openInvitations,
  withdrawInvitation,
} from "../../../modules/platform/people/invitations.ts";
import { type PrintOptions, withJsonOption } from "../common-options.ts";
import { withDatabase } from "../database/with-database.ts";
import { type Column, listOutput, timestampOf } from "../terminal/table.ts";
import { print, type Terminal } from "../terminal/terminal.ts";
import { parseId } from "../terminal/values.ts";
import { changeAccount, resolveAccount } from "../with-account.ts";

interface Options extends PrintOptions {
  readonly account: string;
}

const columns: readonly Column<ListedInvitation>[] = [
  { name: "id", value: ({ id }) => id },
  { name: "email", value: ({ email }) => email },
  { name: "role", value: ({ role }) => role },
  { name: "rentals", detail: true, value: ({ rentals }) => rentals },
  { name: "expires_at", value: ({ expiresAt }) => timestampOf(expiresAt) },
];

/** `user invitations` */
export function userInvitations(parent: Command, terminal: Terminal): void {
  withJsonOption(parent.command("invitations"))
    .description("List an account's pending invitations.")
    .requiredOption("--account <account>", "account id or name")
    .action(async (options: Options) => {
      const invitations = await withDatabase(terminal, async ({ database }) =>
        openInvitations(database, await resolveAccount(database, options.account)),
      );
      print(terminal, options, listOutput(invitations, columns, "No pending invitations."));
    });
}

/** `user uninvite` */
export function userUninvite(parent: Command, terminal: Terminal): void {
  withJsonOption(parent.command("uninvite"))
    .description("Withdraw an invitation: its link stops working.")
    .argument("<invitation>", "invitation id", parseId)
    .requiredOption("--account <account>", "account id or name")
    .action(async (id: number, options: Options) => {
      const change = { account: options.account, command: "user uninvite" };
      const withdrawn = await changeAccount(terminal, change, (transaction, account) =>
        withdrawInvitation(transaction, account, id),
      );
      if (!withdrawn) throw notFound(`Account ${options.account} has no pending invitation ${id}.`);
      print(terminal, options, { text: `Withdrew invitation ${id}.`, json: { id, withdrawn: true } });
    });
}
