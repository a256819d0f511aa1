import type { Command } from "commander";
import { RequestError } from "../../../kernel/errors.ts";
import { changeUser, type UserChange } from "../../../modules/platform/people/change-user.ts";
import { findUser } from "../../../modules/platform/people/find-user.ts";
import { type PrintOptions, withJsonOption } from "../common-options.ts";
import { withDatabase } from "../database/with-database.ts";
import { print, type Terminal } from "../terminal/terminal.ts";

/** `user change` */
export function userChange(parent: Command, terminal: Terminal): void {
  withJsonOption(parent.command("change"))
    .description("Change a user's e-mail address (their sign-in), name or language.")
    .argument("<user>", "user id, e-mail address or name")
    .option("--email <address>", "new e-mail address")
    .option("--name <name>", "full name")
    .option("--locale <locale>", "language of e-mails to them")
    .action(async (named: string, { json, ...change }: PrintOptions & UserChange) => {
      const changed = Object.keys(change);
      if (changed.length === 0)
        throw new RequestError("bad_request", "Nothing to change. Add --email, --name or --locale.");
      const { id, email } = await withDatabase(terminal, ({ database }) =>
        database.transaction(async (transaction) => {
          const user = await findUser(transaction, named);
          await changeUser(transaction, user.id, change);
          return { id: user.id, email: change.email?.trim() ?? user.email };
        }),
      );
      print(
        terminal,
        { json: json ?? false },
        {
          text: `Updated user ${id} (${email}): ${changed.join(", ")}.`,
          json: { id, email, changed },
        },
      );
    });
}
