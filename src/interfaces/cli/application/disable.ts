import type { Command } from "commander";
import {
  disableApplication,
  enableApplication,
} from "../../../modules/platform/access/applications/disable-application.ts";
import { findApplicationNamed } from "../../../modules/platform/access/applications/find-application.ts";
import { type ConfirmOptions, withConfirmOption, type PrintOptions, withJsonOption } from "../common-options.ts";
import { withDatabase } from "../database/with-database.ts";
import { confirm } from "../terminal/confirm.ts";
import { print, type Terminal } from "../terminal/terminal.ts";

const about = `Shut an application out of every account: its tokens and its secret are no good, and its webhook endpoints are told nothing.
Nothing is revoked: application enable brings all of it back, but what happened meanwhile (webhook replay sends what waited before).`;

/** `application disable` */
export function applicationDisable(parent: Command, terminal: Terminal): void {
  withConfirmOption(parent.command("disable"))
    .description(about)
    .argument("<application>", "application id, client id or name")
    .action(async (named: string, options: ConfirmOptions) => {
      await confirm(terminal, options, `The application ${named} can no longer work with any account.`);
      const { id, name } = await withDatabase(terminal, ({ database }) =>
        database.transaction(async (transaction) => {
          const application = await findApplicationNamed(transaction, named);
          await disableApplication(transaction, application);
          return application;
        }),
      );
      print(terminal, options, {
        text: `The application ${id} (${name}) is disabled.`,
        json: { id, name, disabled: true },
      });
    });
}

/** `application enable` */
export function applicationEnable(parent: Command, terminal: Terminal): void {
  withJsonOption(parent.command("enable"))
    .description("Let an application in again that was disabled.")
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
        text: `The application ${id} (${name}) is enabled.`,
        json: { id, name, disabled: false },
      });
    });
}
