import { type Command, Option } from "commander";
import { type Role, roles } from "../../../modules/platform/access/roles.ts";
import { inviteUser } from "../../../modules/platform/people/invite-user.ts";
import { withDatabase } from "../database/with-database.ts";
import { print, type Terminal } from "../terminal/terminal.ts";
import { parseIds } from "../terminal/values.ts";
import { commandCause, resolveAccount } from "../with-account.ts";

interface Options {
  readonly email: string;
  readonly account: string;
  readonly role: Role;
  readonly rentals?: readonly number[];
  readonly json?: boolean;
}

/** `user invite`. The link is only sent by mail. */
export function userInvite(parent: Command, terminal: Terminal): void {
  parent
    .command("invite")
    .description(
      "Invite a person to an account by e-mail. They choose their own password. The running service sends the e-mail.",
    )
    .requiredOption("--email <address>", "their e-mail address")
    .requiredOption("--account <account>", "account id or name")
    .addOption(new Option("--role <role>", "their role in the account").choices(roles).makeOptionMandatory())
    .option("--rentals <ids>", "ids of the rentals assigned to them; a cleaner sees only these", parseIds)
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
        text: `Invited ${email.trim()} as ${role} of account ${account}. The link expires in seven days.`,
        json: { invitation: id, email: email.trim(), account, role },
      });
    });
}
