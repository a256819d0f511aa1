import type { Command } from "commander";
import { listUnsentMails, type UnsentMail } from "../../../modules/platform/mails/list-mails.ts";
import { type PrintOptions, withJsonOption } from "../common-options.ts";
import { withDatabase } from "../database/with-database.ts";
import { type Column, listOutput, timestampOf } from "../terminal/table.ts";
import { print, type Terminal } from "../terminal/terminal.ts";
import { parseRowLimit } from "../terminal/values.ts";
import { readAccounts } from "../with-account.ts";

interface Options extends PrintOptions {
  readonly account?: string;
  readonly failed?: boolean;
  readonly most: number;
}

const columns: readonly Column<UnsentMail>[] = [
  { name: "id", value: ({ id }) => id },
  { name: "account", value: ({ account }) => account },
  { name: "template", value: ({ template }) => template },
  { name: "recipient", value: ({ recipient }) => recipient },
  { name: "state", value: ({ state }) => state },
  { name: "attempts", value: ({ attempts }) => attempts },
  { name: "created_at", value: ({ createdAt }) => timestampOf(createdAt) },
  { name: "error", value: ({ error }) => error },
];

/** `mail list` */
export function mailList(parent: Command, terminal: Terminal): void {
  withJsonOption(parent.command("list"))
    .description("List unsent e-mails: waiting ones, and failed ones with the reason.")
    .option("--account <account>", "only this account (id or name)")
    .option("--failed", "only failed e-mails")
    .option("--most <number>", "maximum number of rows", parseRowLimit, 100)
    .action(async (options: Options) => {
      const { failed = false, most } = options;
      const mails = await withDatabase(terminal, ({ database }) =>
        readAccounts(database, options.account, (transaction) => listUnsentMails(transaction, failed, most)),
      );
      print(terminal, options, listOutput(mails, columns, "No unsent e-mails."));
    });
}
