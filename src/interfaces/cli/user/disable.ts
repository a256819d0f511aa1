import type { Command } from "commander";
import { disableUser, enableUser } from "../../../modules/platform/people/disable-user.ts";
import { findUser } from "../../../modules/platform/people/find-user.ts";
import { type ConfirmOptions, type PrintOptions, withConfirmOption, withJsonOption } from "../common-options.ts";
import { withDatabase } from "../database/with-database.ts";
import { confirm } from "../terminal/confirm.ts";
import { print, type Terminal } from "../terminal/terminal.ts";

interface Options extends ConfirmOptions {
  readonly keepAuthorizations?: boolean;
}

const about = `Block a user's sign-in to every account, and end their sessions, agent tokens and application authorizations.
"user enable" lets them sign in again but restores none of these.`;

/** `user disable` */
export function userDisable(parent: Command, terminal: Terminal): void {
  withConfirmOption(parent.command("disable"))
    .description(about)
    .argument("<user>", "user id, e-mail address or name")
    .option("--keep-authorizations", "keep the applications that they connected working")
    .action(async (named: string, options: Options) => {
      const { keepAuthorizations = false } = options;
      const programs = keepAuthorizations ? "" : " and disconnects the applications that they connected";
      await confirm(terminal, options, `This blocks the sign-in of ${named}${programs}.`);
      const { user, ended } = await withDatabase(terminal, ({ database }) =>
        database.transaction(async (transaction) => {
          const user = await findUser(transaction, named);
          return { user, ended: await disableUser(transaction, user.id, { keepAuthorizations }) };
        }),
      );
      const { sessions, agentTokens, authorizations } = ended;
      print(terminal, options, {
        text: `Disabled user ${user.id} (${user.email}). Ended ${sessions} sessions, ${agentTokens} agent tokens and ${authorizations} application authorizations.`,
        json: { id: user.id, email: user.email, disabled: true, sessions, agent_tokens: agentTokens, authorizations },
      });
    });
}

/** `user enable` */
export function userEnable(parent: Command, terminal: Terminal): void {
  withJsonOption(parent.command("enable"))
    .description("Let a disabled user sign in again.")
    .argument("<user>", "user id, e-mail address or name")
    .action(async (named: string, options: PrintOptions) => {
      const { id, email } = await withDatabase(terminal, ({ database }) =>
        database.transaction(async (transaction) => {
          const user = await findUser(transaction, named);
          await enableUser(transaction, user.id);
          return user;
        }),
      );
      print(terminal, options, {
        text: `Enabled user ${id} (${email}): they can sign in again.`,
        json: { id, email, disabled: false },
      });
    });
}
