import type { Command } from "commander";
import { endpointWithId } from "../../../modules/records/webhooks/endpoint/list-endpoints.ts";
import { type ListedDelivery, listDeliveries } from "../../../modules/records/webhooks/list-deliveries.ts";
import { type PrintOptions, withJsonOption } from "../common-options.ts";
import { withDatabase } from "../database/with-database.ts";
import { type Column, listOutput, timestampOf } from "../terminal/table.ts";
import { print, type Terminal } from "../terminal/terminal.ts";
import { parseId, parseRowLimit } from "../terminal/values.ts";
import { readAccounts } from "../with-account.ts";

interface Options extends PrintOptions {
  readonly failed?: boolean;
  readonly most: number;
}

const columns: readonly Column<ListedDelivery>[] = [
  { name: "id", value: ({ id }) => id },
  { name: "at", value: ({ at }) => timestampOf(at) },
  { name: "type", value: ({ type }) => type },
  { name: "record_id", value: ({ recordId }) => recordId },
  { name: "attempt", value: ({ attempt }) => attempt },
  { name: "status", value: ({ status }) => status },
  { name: "milliseconds", value: ({ milliseconds }) => milliseconds },
  { name: "state", value: ({ state }) => state },
  { name: "error", value: ({ error }) => error },
  { name: "webhook_id", detail: true, value: ({ webhookId }) => webhookId },
  { name: "succeeded", detail: true, value: ({ succeeded }) => succeeded },
];

/** `webhook deliveries` */
export function webhookDeliveries(parent: Command, terminal: Terminal): void {
  withJsonOption(parent.command("deliveries"))
    .description("List delivery attempts to a webhook endpoint, newest first.")
    .argument("<endpoint>", "endpoint id", parseId)
    .option("--failed", "only failed attempts")
    .option("--most <number>", "maximum number of rows", parseRowLimit, 50)
    .action(async (endpoint: number, options: Options) => {
      const { failed = false, most } = options;
      const deliveries = await withDatabase(terminal, ({ database }) =>
        readAccounts(database, undefined, async (transaction) => {
          const { account } = await endpointWithId(transaction, endpoint);
          return listDeliveries(transaction, { account, endpoint, failed }, most);
        }),
      );
      print(terminal, options, listOutput(deliveries, columns, "No deliveries."));
    });
}
