import { type Command, Option } from "commander";
import type { Transaction } from "../../../database/sql/transaction.ts";
import { invalid } from "../../../kernel/errors.ts";
import { type Role, roles } from "../../../modules/platform/access/roles.ts";
import { assignRentals } from "../../../modules/platform/people/assigned-rentals.ts";
import { createUser, type NewUser, type User } from "../../../modules/platform/people/create-user.ts";
import { generatePassword } from "../../../modules/platform/people/passwords/password.ts";
import { setFirstPassword } from "../../../modules/platform/people/passwords/set-password.ts";
import { print, type Terminal } from "../terminal/terminal.ts";
import { parseIds } from "../terminal/values.ts";
import { changeAccount } from "../with-account.ts";
import { readPassword } from "./password-input.ts";

interface Options {
  readonly email: string;
  readonly name: string;
  readonly account: string;
  readonly role: Role;
  readonly rentals?: readonly number[];
  readonly passwordStdin?: boolean;
  readonly json?: boolean;
}

/** `user create` */
export function userCreate(parent: Command, terminal: Terminal): void {
  parent
    .command("create")
    .description("Add a user to an account. A user can belong to several accounts.")
    .requiredOption("--email <address>", "e-mail address, which identifies the user")
    .requiredOption("--name <name>", "full name")
    .requiredOption("--account <account>", "account id or name")
    .addOption(new Option("--role <role>", "their role in the account").choices(roles).makeOptionMandatory())
    .option("--rentals <ids>", "ids of the rentals assigned to them; a cleaner sees only these", parseIds)
    .option("--password-stdin", "read the password from standard input (default: generate and print one)")
    .option("--json", "print JSON")
    .action(async (options: Options) => {
      const chosen = options.passwordStdin ? await readPassword(terminal) : undefined;
      const change = { account: options.account, command: "user create" };
      const { user, account, password } = await changeAccount(terminal, change, async (transaction, account) => ({
        account,
        ...(await createWithPassword(transaction, { ...options, account }, chosen)),
      }));
      const joined = `User ${user.id} (${user.name}) is now ${options.role} of account ${account}.`;
      const secret = `Password: ${password} (shown only once)`;
      print(terminal, options, {
        text: password === undefined ? joined : `${joined}\n${secret}`,
        json: {
          id: user.id,
          email: user.email,
          name: user.name,
          account,
          role: options.role,
          ...(password === undefined ? {} : { password }),
        },
      });
    });
}

/** Returns the password only if it was generated here. An existing password stays: joining an account must not change it. */
async function createWithPassword(
  transaction: Transaction,
  newUser: NewUser & Pick<Options, "rentals">,
  chosen: string | undefined,
): Promise<{ user: User; password?: string }> {
  const user = await createUser(transaction, newUser);
  if (newUser.rentals) await assignRentals(transaction, { account: newUser.account, user: user.id }, newUser.rentals);
  const password = chosen ?? generatePassword();
  const isSet = await setFirstPassword(transaction, user.email, password);
  if (!isSet && chosen !== undefined) throw invalid({ password: ['is already set; change it with "user password"'] });
  return isSet && chosen === undefined ? { user, password } : { user };
}
