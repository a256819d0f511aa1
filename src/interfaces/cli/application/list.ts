import type { Command } from "commander";
import { findApplicationNamed } from "../../../modules/platform/access/applications/find-application.ts";
import {
  type ListedApplication,
  listApplications,
} from "../../../modules/platform/access/applications/list-applications.ts";
import { type PrintOptions, withJsonOption } from "../common-options.ts";
import { withDatabase } from "../database/with-database.ts";
import { type Column, listOutput, timestampOf, recordOutput } from "../terminal/table.ts";
import { print, type Terminal } from "../terminal/terminal.ts";
import { resolveOptionalAccount } from "../with-account.ts";

const columns: readonly Column<ListedApplication>[] = [
  { name: "id", value: ({ id }) => id },
  { name: "name", value: ({ name }) => name },
  { name: "accounts", value: ({ accounts }) => accounts },
  { name: "tokens", value: ({ tokens }) => tokens },
  { name: "rate_limit", value: ({ rateLimit }) => rateLimit },
  { name: "used_this_hour", value: ({ used }) => used },
  { name: "last_used_at", value: ({ lastUsedAt }) => timestampOf(lastUsedAt) },
  { name: "disabled", value: ({ disabledAt }) => disabledAt !== null },
  { name: "client_id", detail: true, value: ({ clientId }) => clientId },
  { name: "redirect_uris", detail: true, value: ({ redirectUris }) => redirectUris },
  { name: "scopes", detail: true, value: ({ scopes }) => scopes },
  { name: "registered_by", detail: true, value: ({ registeredBy }) => registeredBy },
  { name: "own", detail: true, value: ({ own }) => own },
  { name: "former_secret_until", detail: true, value: ({ formerSecretUntil }) => timestampOf(formerSecretUntil) },
  { name: "disabled_at", detail: true, value: ({ disabledAt }) => timestampOf(disabledAt) },
  { name: "created_at", detail: true, value: ({ createdAt }) => timestampOf(createdAt) },
];

/** `application list` */
export function applicationList(parent: Command, terminal: Terminal): void {
  withJsonOption(parent.command("list"))
    .description("List the applications: who has them installed, how much they ask, and whether they are disabled.")
    .option("--account <account>", "only those that this account has installed: its id or its name")
    .action(async (options: PrintOptions & { readonly account?: string }) => {
      const applications = await withDatabase(terminal, async ({ database }) => {
        const account = await resolveOptionalAccount(database, options.account);
        return database.transaction((transaction) => listApplications(transaction, { account }), "read");
      });
      print(terminal, options, listOutput(applications, columns, "There are no applications."));
    });
}

/** `application show` */
export function applicationShow(parent: Command, terminal: Terminal): void {
  withJsonOption(parent.command("show"))
    .description("Show an application. Its secret cannot be shown: only its digest is kept.")
    .argument("<application>", "application id, client id or name")
    .action(async (named: string, options: PrintOptions) => {
      const [application] = await withDatabase(terminal, ({ database }) =>
        database.transaction(async (transaction) => {
          const { id } = await findApplicationNamed(transaction, named);
          return listApplications(transaction, { application: id });
        }, "read"),
      );
      if (!application) throw new Error(`The application ${named} was found and is not listed.`);
      print(terminal, options, recordOutput(application, columns));
    });
}
