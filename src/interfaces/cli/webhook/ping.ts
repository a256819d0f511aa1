import type { Command } from "commander";
import { queuePing } from "../../../modules/records/webhooks/endpoint/queue-ping.ts";
import { type PrintOptions, printing } from "../common-options.ts";
import { print, type Terminal } from "../terminal/terminal.ts";
import { anId } from "../terminal/values.ts";
import { changingEndpoint } from "./changing-endpoint.ts";

/** `webhook ping` */
export function webhookPing(parent: Command, terminal: Terminal): void {
  printing(parent.command("ping"))
    .description(
      "Have a ping sent to a webhook endpoint, by the running service. webhook deliveries shows what came of it.",
    )
    .argument("<endpoint>", "its id", anId)
    .action(async (endpoint: number, options: PrintOptions) => {
      const webhookId = await changingEndpoint(terminal, { endpoint, command: "webhook ping" }, (context) =>
        queuePing(context, endpoint),
      );
      print(terminal, options, {
        text: `A ping is on its way, as ${webhookId}.`,
        json: { id: endpoint, webhook_id: webhookId },
      });
    });
}
