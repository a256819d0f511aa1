import type { Command } from "commander";
import { findApplicationNamed } from "../../../modules/platform/access/applications/find-application.ts";
import {
  type ListedApplication,
  listApplications,
} from "../../../modules/platform/access/applications/list-applications.ts";
import { type PrintOptions, withJsonOption } from "../common-options.ts";
import { withDatabase } from "../database/with-database.ts";
import { type Column, listOutput, recordOutput, timestampOf } from "../terminal/table.ts";
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
    .description("List applications with their accounts, usage and state.")
    .option("--account <account>", "only applications installed in this account (id or name)")
    .action(async (options: PrintOptions & { readonly account?: string }) => {
      const applications = await withDatabase(terminal, async ({ database }) => {
        const account = await resolveOptionalAccount(database, options.account);
        return database.transaction((transaction) => listApplications(transaction, { account }), "read");
      });
      print(terminal, options, listOutput(applications, columns, "No applications."));
    });
}

/** `application show` */
export function applicationShow(parent: Command, terminal: Terminal): void {
  withJsonOption(parent.command("show"))
    .description("Show an application, without its secret: Roost stores only the digest.")
    .argument("<application>", "application id, client id or name")
    .action(async (named: string, options: PrintOptions) => {
      const [application] = await withDatabase(terminal, ({ database }) =>
        database.transaction(async (transaction) => {
          const { id } = await findApplicationNamed(transaction, named);
          return listApplications(transaction, { application: id });
        }, "read"),
      );
      if (!application) throw new Error(`Application ${named} exists but was not listed.`);
      print(terminal, options, recordOutput(application, columns));
    });
}
