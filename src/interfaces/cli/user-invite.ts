import { type Command, Option } from "commander";
import { type Role, roles } from "../../modules/people/create-user.ts";
import { inviteUser } from "../../modules/people/invite-user.ts";
import { print, type Terminal } from "./terminal.ts";
import { anId } from "./values.ts";
import { withDatabase } from "./with-database.ts";

interface Options {
  readonly email: string;
  readonly account: number;
  readonly role: Role;
  readonly json?: boolean;
}

/** `user invite`. The link goes out by mail, and is shown to nobody here. */
export function userInvite(parent: Command, terminal: Terminal): void {
  parent
    .command("invite")
    .description("Invite a person by mail to an account: they choose their own password. The running service sends it.")
    .requiredOption("--email <address>", "their e-mail address")
    .requiredOption("--account <id>", "the account", anId)
    .addOption(new Option("--role <role>", "what they are there").choices(roles).makeOptionMandatory())
    .option("--json", "print JSON, for programs")
    .action(async (options: Options) => {
      const { email, account, role } = options;
      const id = await withDatabase(terminal, async ({ database }) => {
        const secrets = await terminal.installation.openSecrets(terminal.environment, database);
        return database.transaction((transaction) => inviteUser(transaction, secrets, { email, account, role }));
      });
      print(terminal, options, {
        text: `${email.trim()} is invited to be ${role} of the account ${account}: the link is good for seven days.`,
        json: { invitation: id, email: email.trim(), account, role },
      });
    });
}
