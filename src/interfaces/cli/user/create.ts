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
    .description("Add a person to an account. A person may work for several.")
    .requiredOption("--email <address>", "their e-mail address, which identifies them")
    .requiredOption("--name <name>", "their full name")
    .requiredOption("--account <account>", "account id or name")
    .addOption(new Option("--role <role>", "their role in the account").choices(roles).makeOptionMandatory())
    .option("--rentals <ids>", "the rentals that are theirs, which is all that a cleaner sees", parseIds)
    .option("--password-stdin", "read their password from standard input (default: one is made and printed, once)")
    .option("--json", "print JSON")
    .action(async (options: Options) => {
      const given = options.passwordStdin ? await readPassword(terminal) : undefined;
      const change = { account: options.account, command: "user create" };
      const { user, account, password } = await changeAccount(terminal, change, async (transaction, account) => ({
        account,
        ...(await createWithPassword(transaction, { ...options, account }, given)),
      }));
      const joined = `The user ${user.id} (${user.name}) is ${options.role} of the account ${account}.`;
      const secret = `Their password is ${password}: it is shown this once.`;
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

/** The password is answered when it was made here. Somebody who has one keeps it: joining an account is no way to change it. */
async function createWithPassword(
  transaction: Transaction,
  wanted: NewUser & Pick<Options, "rentals">,
  given: string | undefined,
): Promise<{ user: User; password?: string }> {
  const user = await createUser(transaction, wanted);
  if (wanted.rentals) await assignRentals(transaction, { account: wanted.account, user: user.id }, wanted.rentals);
  const password = given ?? generatePassword();
  const isSet = await setFirstPassword(transaction, user.email, password);
  if (!isSet && given !== undefined) throw invalid({ password: ["is there already; user password changes it"] });
  return isSet && given === undefined ? { user, password } : { user };
}
