import type { Command } from "commander";
import {
  disableApplication,
  enableApplication,
} from "../../../modules/platform/access/applications/disable-application.ts";
import { findApplicationNamed } from "../../../modules/platform/access/applications/find-application.ts";
import { type ConfirmOptions, type PrintOptions, withConfirmOption, withJsonOption } from "../common-options.ts";
import { withDatabase } from "../database/with-database.ts";
import { confirm } from "../terminal/confirm.ts";
import { print, type Terminal } from "../terminal/terminal.ts";

const about = `Block an application in every account: its tokens and secret stop working, and its webhook endpoints receive nothing.
Nothing is revoked: "application enable" undoes this. Events in between are not delivered; "webhook replay" sends messages that were already queued.`;

/** `application disable` */
export function applicationDisable(parent: Command, terminal: Terminal): void {
  withConfirmOption(parent.command("disable"))
    .description(about)
    .argument("<application>", "application id, client id or name")
    .action(async (named: string, options: ConfirmOptions) => {
      await confirm(terminal, options, `This blocks application ${named} in every account.`);
      const { id, name } = await withDatabase(terminal, ({ database }) =>
        database.transaction(async (transaction) => {
          const application = await findApplicationNamed(transaction, named);
          await disableApplication(transaction, application);
          return application;
        }),
      );
      print(terminal, options, {
        text: `Disabled application ${id} (${name}).`,
        json: { id, name, disabled: true },
      });
    });
}

/** `application enable` */
export function applicationEnable(parent: Command, terminal: Terminal): void {
  withJsonOption(parent.command("enable"))
    .description("Enable a disabled application.")
    .argument("<application>", "application id, client id or name")
    .action(async (named: string, options: PrintOptions) => {
      const { id, name } = await withDatabase(terminal, ({ database }) =>
        database.transaction(async (transaction) => {
          const application = await findApplicationNamed(transaction, named);
          await enableApplication(transaction, application);
          return application;
        }),
      );
      print(terminal, options, {
        text: `Enabled application ${id} (${name}).`,
        json: { id, name, disabled: false },
      });
    });
}
