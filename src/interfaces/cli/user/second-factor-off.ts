import type { Command } from "commander";
import { invalid } from "../../../kernel/errors.ts";
import { findUser } from "../../../modules/platform/people/find-user.ts";
import { switchOffSecondFactor } from "../../../modules/platform/people/second-factor/switch-off.ts";
import { type ConfirmOptions, withConfirmOption } from "../common-options.ts";
import { withDatabase } from "../database/with-database.ts";
import { confirm } from "../terminal/confirm.ts";
import { print, type Terminal } from "../terminal/terminal.ts";

/** `user second-factor-off` */
export function userSecondFactorOff(parent: Command, terminal: Terminal): void {
  withConfirmOption(parent.command("second-factor-off"))
    .description(
      "Turn off the second factor of a user who lost it. They sign in with the password alone, and Roost notifies them by e-mail.",
    )
    .argument("<user>", "user id, e-mail address or name")
    .action(async (named: string, options: ConfirmOptions) => {
      await confirm(
        terminal,
        options,
        `This turns off the second factor of ${named}: the password alone signs them in.`,
      );
      const { id, email } = await withDatabase(terminal, ({ database }) =>
        database.transaction(async (transaction) => {
          const user = await findUser(transaction, named);
          if (!(await switchOffSecondFactor(transaction, user.id)))
            throw invalid({ user: [`${user.email} has no second factor`] });
          return user;
        }),
      );
      print(terminal, options, {
        text: `Turned off the second factor of user ${id} (${email}).`,
        json: { id, email, second_factor: false },
      });
    });
}
