import type { Command } from "commander";
import { queuePing } from "../../../modules/records/webhooks/endpoint/queue-ping.ts";
import { type PrintOptions, withJsonOption } from "../common-options.ts";
import { print, type Terminal } from "../terminal/terminal.ts";
import { parseId } from "../terminal/values.ts";
import { changeEndpoint } from "./change-endpoint.ts";

/** `webhook ping` */
export function webhookPing(parent: Command, terminal: Terminal): void {
  withJsonOption(parent.command("ping"))
    .description(
      'Queue a ping to a webhook endpoint. The running service sends it; "webhook deliveries" shows the result.',
    )
    .argument("<endpoint>", "endpoint id", parseId)
    .action(async (endpoint: number, options: PrintOptions) => {
      const webhookId = await changeEndpoint(terminal, { endpoint, command: "webhook ping" }, (context) =>
        queuePing(context, endpoint),
      );
      print(terminal, options, {
        text: `Queued a ping, webhook-id ${webhookId}.`,
        json: { id: endpoint, webhook_id: webhookId },
      });
    });
}
