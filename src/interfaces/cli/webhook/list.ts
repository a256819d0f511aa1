import type { Command } from "commander";
import { findApplicationNamed } from "../../../modules/platform/access/applications/find-application.ts";
import {
  endpointWithId,
  type ListedEndpoint,
  listEndpoints,
} from "../../../modules/records/webhooks/endpoint/list-endpoints.ts";
import { type PrintOptions, withJsonOption } from "../common-options.ts";
import { withDatabase } from "../database/with-database.ts";
import { type Column, listOutput, recordOutput, timestampOf } from "../terminal/table.ts";
import { print, type Terminal } from "../terminal/terminal.ts";
import { parseId } from "../terminal/values.ts";
import { readAccounts } from "../with-account.ts";

interface Options extends PrintOptions {
  readonly account?: string;
  readonly application?: string;
}

const columns: readonly Column<ListedEndpoint>[] = [
  { name: "id", value: ({ id }) => id },
  { name: "account", value: ({ account }) => account },
  { name: "application", value: ({ application }) => application },
  { name: "application_name", detail: true, value: ({ applicationName }) => applicationName },
  // A URL's path may hold a secret: the table shows the host only.
  { name: "server", value: ({ url }) => new URL(url).host },
  { name: "url", detail: true, value: ({ url }) => url },
  { name: "enabled", value: ({ enabled }) => enabled },
  { name: "disabled_reason", value: ({ disabledReason }) => disabledReason },
  { name: "failing_since", value: ({ failingSince }) => timestampOf(failingSince) },
  { name: "waiting", value: ({ waiting }) => waiting },
  { name: "last_attempt_at", value: ({ lastAttemptAt }) => timestampOf(lastAttemptAt) },
  { name: "event_types", detail: true, value: ({ types }) => types },
  { name: "description", detail: true, value: ({ description }) => description },
  { name: "created_at", detail: true, value: ({ createdAt }) => timestampOf(createdAt) },
];

/** `webhook list` */
export function webhookList(parent: Command, terminal: Terminal): void {
  withJsonOption(parent.command("list"))
    .description("List webhook endpoints with their failures and queued messages.")
    .option("--account <account>", "only endpoints of this account (id or name)")
    .option("--application <application>", "only endpoints of this application (id, client id or name)")
    .action(async (options: Options) => {
      const endpoints = await withDatabase(terminal, ({ database }) =>
        readAccounts(database, options.account, async (transaction) => {
          const named = options.application;
          const application = named === undefined ? undefined : (await findApplicationNamed(transaction, named)).id;
          return listEndpoints(transaction, { application });
        }),
      );
      print(terminal, options, listOutput(endpoints, columns, "No webhook endpoints."));
    });
}

/** `webhook show` */
export function webhookShow(parent: Command, terminal: Terminal): void {
  withJsonOption(parent.command("show"))
    .description("Show a webhook endpoint.")
    .argument("<endpoint>", "endpoint id", parseId)
    .action(async (id: number, options: PrintOptions) => {
      const endpoint = await withDatabase(terminal, ({ database }) =>
        readAccounts(database, undefined, (transaction) => endpointWithId(transaction, id)),
      );
      print(terminal, options, recordOutput(endpoint, columns));
    });
}
