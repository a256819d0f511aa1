import { type Command, Option } from "commander";
import { createUser, type Role, roles } from "../accounts/create-user.ts";
import { print, type Terminal } from "./terminal.ts";
import { anId } from "./values.ts";
import { withDatabase } from "./with-database.ts";

interface Options {
  readonly email: string;
  readonly name: string;
  readonly account: number;
  readonly role: Role;
  readonly json?: boolean;
}

/** `user create` */
export function userCreate(parent: Command, terminal: Terminal): void {
  parent
    .command("create")
    .description("Let a person work for an account. One who works for another account already joins this one too.")
    .requiredOption("--email <address>", "their e-mail address, which stands for the person")
    .requiredOption("--name <name>", "their full name")
    .requiredOption("--account <id>", "the account", anId)
    .addOption(new Option("--role <role>", "what they are there").choices(roles).makeOptionMandatory())
    .option("--json", "print JSON, for programs")
    .action(async (options: Options) => {
      const user = await withDatabase(terminal, ({ database }) =>
        database.transaction((transaction) => createUser(transaction, options)),
      );
      print(terminal, options, {
        text: `The user ${user.id} (${user.name}) is ${options.role} of the account ${options.account}.`,
        json: { id: user.id, email: user.email, name: user.name, account: options.account, role: options.role },
      });
    });
}
