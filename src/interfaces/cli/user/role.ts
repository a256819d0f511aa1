import { type Command, Option } from "commander";
import { type Role, roles } from "../../../modules/platform/access/roles.ts";
import { assignRentals } from "../../../modules/platform/people/assigned-rentals.ts";
import { changeRole, removeMember } from "../../../modules/platform/people/change-role.ts";
import { findUser } from "../../../modules/platform/people/find-user.ts";
import { type ConfirmOptions, type PrintOptions, withConfirmOption, withJsonOption } from "../common-options.ts";
import { confirm } from "../terminal/confirm.ts";
import { print, type Terminal } from "../terminal/terminal.ts";
import { parseIds } from "../terminal/values.ts";
import { changeAccount } from "../with-account.ts";

interface AccountOption {
  readonly account: string;
}

interface RoleOptions {
  readonly role: Role;
  readonly rentals?: readonly number[];
}

/** `user role` */
export function userRole(parent: Command, terminal: Terminal): void {
  withJsonOption(parent.command("role"))
    .description(
      "Change a user's role in an account, and their rentals. Only owners and managers can have agents: others lose their agent tokens.",
    )
    .argument("<user>", "user id, e-mail address or name")
    .requiredOption("--account <account>", "account id or name")
    .addOption(new Option("--role <role>", "their role in the account").choices(roles).makeOptionMandatory())
    .option(
      "--rentals <ids>",
      "ids of the rentals assigned to them; a cleaner sees only these (default: unchanged)",
      parseIds,
    )
    .action(async (named: string, options: PrintOptions & AccountOption & RoleOptions) => {
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
        text: `User ${id} is now ${role} of account ${account}.${endedTokens(ended)}`,
        json: { id, account, role, ...(rentals ? { rentals } : {}), ended_agent_tokens: ended },
      });
    });
}

/** `user remove` */
export function userRemove(parent: Command, terminal: Terminal): void {
  withConfirmOption(parent.command("remove"))
    .description("Remove a user from an account. The user remains and can belong to other accounts.")
    .argument("<user>", "user id, e-mail address or name")
    .requiredOption("--account <account>", "account id or name")
    .action(async (named: string, options: ConfirmOptions & AccountOption) => {
      const consequence = `This ends the access of ${named} and their agents to account ${options.account}.`;
      await confirm(terminal, options, consequence);
      const change = { account: options.account, command: "user remove" };
      const { id, account, ended } = await changeAccount(terminal, change, async (transaction, account) => {
        const { id } = await findUser(transaction, named);
        return { id, account, ended: await removeMember(transaction, { account, user: id }) };
      });
      print(terminal, options, {
        text: `Removed user ${id} from account ${account}.${endedTokens(ended)}`,
        json: { id, account, removed: true, ended_agent_tokens: ended },
      });
    });
}

const endedTokens = (ended: number): string => (ended === 0 ? "" : ` Revoked agent tokens: ${ended}.`);
