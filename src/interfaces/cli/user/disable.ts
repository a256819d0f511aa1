import type { Command } from "commander";
import { disableUser, enableUser } from "../../../modules/platform/people/disable-user.ts";
import { findUser } from "../../../modules/platform/people/find-user.ts";
import { type ConfirmOptions, withConfirmOption, type PrintOptions, withJsonOption } from "../common-options.ts";
import { withDatabase } from "../database/with-database.ts";
import { confirm } from "../terminal/confirm.ts";
import { print, type Terminal } from "../terminal/terminal.ts";

interface Options extends ConfirmOptions {
  readonly keepAuthorizations?: boolean;
}

const about = `Keep a person from signing in, in every account, and end their sessions, their agents' tokens, and what they have authorized applications to do.
user enable lets them sign in again; what ended stays ended.`;

/** `user disable` */
export function userDisable(parent: Command, terminal: Terminal): void {
  withConfirmOption(parent.command("disable"))
    .description(about)
    .argument("<user>", "user id, email address or name")
    .option("--keep-authorizations", "applications that they have connected go on working with the accounts")
    .action(async (named: string, options: Options) => {
      const { keepAuthorizations = false } = options;
      const programs = keepAuthorizations ? "" : ", nor do applications work any more that they have connected";
      await confirm(terminal, options, `${named} can no longer sign in${programs}.`);
      const { user, ended } = await withDatabase(terminal, ({ database }) =>
        database.transaction(async (transaction) => {
          const user = await findUser(transaction, named);
          return { user, ended: await disableUser(transaction, user.id, { keepAuthorizations }) };
        }),
      );
      const { sessions, agentTokens, authorizations } = ended;
      print(terminal, options, {
        text: `The user ${user.id} (${user.email}) is disabled. Ended: ${sessions} sessions, ${agentTokens} agents' tokens, ${authorizations} authorizations of applications.`,
        json: { id: user.id, email: user.email, disabled: true, sessions, agent_tokens: agentTokens, authorizations },
      });
    });
}

/** `user enable` */
export function userEnable(parent: Command, terminal: Terminal): void {
  withJsonOption(parent.command("enable"))
    .description("Let a person sign in again who was disabled.")
    .argument("<user>", "user id, email address or name")
    .action(async (named: string, options: PrintOptions) => {
      const { id, email } = await withDatabase(terminal, ({ database }) =>
        database.transaction(async (transaction) => {
          const user = await findUser(transaction, named);
          await enableUser(transaction, user.id);
          return user;
        }),
      );
      print(terminal, options, {
        text: `The user ${id} (${email}) may sign in again.`,
        json: { id, email, disabled: false },
      });
    });
}
