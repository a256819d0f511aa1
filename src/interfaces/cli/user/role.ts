import { type Command, Option } from "commander";
import { type Role, roles } from "../../../modules/platform/access/roles.ts";
import { assignRentals } from "../../../modules/platform/people/assigned-rentals.ts";
import { changeRole, removeMember } from "../../../modules/platform/people/change-role.ts";
import { findUser } from "../../../modules/platform/people/find-user.ts";
import { type ConfirmOptions, withConfirmOption, type PrintOptions, withJsonOption } from "../common-options.ts";
import { confirm } from "../terminal/confirm.ts";
import { print, type Terminal } from "../terminal/terminal.ts";
import { parseIds } from "../terminal/values.ts";
import { changeAccount } from "../with-account.ts";

interface OfAccount {
  readonly account: string;
}

interface WithRole {
  readonly role: Role;
  readonly rentals?: readonly number[];
}

/** `user role` */
export function userRole(parent: Command, terminal: Terminal): void {
  withJsonOption(parent.command("role"))
    .description(
      "Change what a person is in an account, and which rentals are theirs. Only owners and managers have agents: tokens of others' end.",
    )
    .argument("<user>", "user id, email address or name")
    .requiredOption("--account <account>", "account id or name")
    .addOption(new Option("--role <role>", "their role in the account").choices(roles).makeOptionMandatory())
    .option(
      "--rentals <ids>",
      "the rentals that are theirs, which is all that a cleaner sees (default: as before)",
      parseIds,
    )
    .action(async (named: string, options: PrintOptions & OfAccount & WithRole) => {
      const { role, rentals } = options;
      const change = { account: options.account, command: "user role" };
      const { id, account, ended } = await changeAccount(terminal, change, async (transaction, account) => {
        const { id } = await findUser(transaction, named);
        const member = { account, user: id };
        const ended = await changeRole(transaction, member, role);
        if (rentals) await assignRentals(transaction, member, rentals);
        return { id, account, ended };
      });
      print(terminal, options, {
        text: `The user ${id} is ${role} of the account ${account}.${endedTokens(ended)}`,
        json: { id, account, role, ...(rentals ? { rentals } : {}), ended_agent_tokens: ended },
      });
    });
}

/** `user remove` */
export function userRemove(parent: Command, terminal: Terminal): void {
  withConfirmOption(parent.command("remove"))
    .description("Take a person out of an account. They stay a person, who may work for others.")
    .argument("<user>", "user id, email address or name")
    .requiredOption("--account <account>", "account id or name")
    .action(async (named: string, options: ConfirmOptions & OfAccount) => {
      const consequence = `${named} can no longer see the account ${options.account}; tokens of their agents that reach it end.`;
      await confirm(terminal, options, consequence);
      const change = { account: options.account, command: "user remove" };
      const { id, account, ended } = await changeAccount(terminal, change, async (transaction, account) => {
        const { id } = await findUser(transaction, named);
        return { id, account, ended: await removeMember(transaction, { account, user: id }) };
      });
      print(terminal, options, {
        text: `The user ${id} does not work for the account ${account} any more.${endedTokens(ended)}`,
        json: { id, account, removed: true, ended_agent_tokens: ended },
      });
    });
}

const endedTokens = (ended: number): string => (ended === 0 ? "" : ` Tokens of their agents that ended: ${ended}.`);
