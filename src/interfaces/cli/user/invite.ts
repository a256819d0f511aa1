import { type Command, Option } from "commander";
import { type Role, roles } from "../../../modules/platform/access/roles.ts";
import { inviteUser } from "../../../modules/platform/people/invite-user.ts";
import { withDatabase } from "../database/with-database.ts";
import { print, type Terminal } from "../terminal/terminal.ts";
import { parseIds } from "../terminal/values.ts";
import { resolveAccount, commandCause } from "../with-account.ts";

interface Options {
  readonly email: string;
  readonly account: string;
  readonly role: Role;
  readonly rentals?: readonly number[];
  readonly json?: boolean;
}

/** `user invite`. The link goes out by mail, and is shown to nobody here. */
export function userInvite(parent: Command, terminal: Terminal): void {
  parent
    .command("invite")
    .description("Invite a person by mail to an account: they choose their own password. The running service sends it.")
    .requiredOption("--email <address>", "their email address")
    .requiredOption("--account <account>", "account id or name")
    .addOption(new Option("--role <role>", "their role in the account").choices(roles).makeOptionMandatory())
    .option("--rentals <ids>", "the rentals that will be theirs, which is all that a cleaner sees", parseIds)
    .option("--json", "print JSON")
    .action(async (options: Options) => {
      const { email, role, rentals } = options;
      const { id, account } = await withDatabase(terminal, async ({ database }) => {
        const account = await resolveAccount(database, options.account);
        const secrets = await terminal.installation.openSecrets(terminal.environment, database);
        const invite = { email, account, role, rentals };
        const scope = database.within([account], commandCause("user invite"));
        return { account, id: await scope.transaction((transaction) => inviteUser(transaction, secrets, invite)) };
      });
      print(terminal, options, {
        text: `${email.trim()} is invited to be ${role} of the account ${account}: the link is good for seven days.`,
        json: { invitation: id, email: email.trim(), account, role },
      });
    });
}
