import type { Command } from "commander";
import { setEndpointEnabled } from "../../../modules/records/webhooks/endpoint/set-enabled.ts";
import { type AskingOptions, asking, type PrintOptions, printing } from "../common-options.ts";
import { confirm } from "../terminal/confirm.ts";
import { print, type Terminal } from "../terminal/terminal.ts";
import { anId } from "../terminal/values.ts";
import { changingEndpoint } from "./changing-endpoint.ts";

/** `webhook disable` */
export function webhookDisable(parent: Command, terminal: Terminal): void {
  asking(parent.command("disable"))
    .description(
      "Send nothing more to a webhook endpoint. What waits goes on once it is enabled; what happens meanwhile is never told.",
    )
    .argument("<endpoint>", "its id", anId)
    .action(async (endpoint: number, options: AskingOptions) => {
      await confirm(terminal, options, `The webhook endpoint ${endpoint} is never told what happens from now on.`);
      await changingEndpoint(terminal, { endpoint, command: "webhook disable" }, (context) =>
        setEndpointEnabled(context, endpoint, false),
      );
      print(terminal, options, {
        text: `The webhook endpoint ${endpoint} is disabled.`,
        json: { id: endpoint, enabled: false },
      });
    });
}

/** `webhook enable` */
export function webhookEnable(parent: Command, terminal: Terminal): void {
  printing(parent.command("enable"))
    .description("Send to a webhook endpoint again, as if it had never failed: what waited goes out at once.")
    .argument("<endpoint>", "its id", anId)
    .action(async (endpoint: number, options: PrintOptions) => {
      await changingEndpoint(terminal, { endpoint, command: "webhook enable" }, (context) =>
        setEndpointEnabled(context, endpoint, true),
      );
      print(terminal, options, {
        text: `The webhook endpoint ${endpoint} is enabled.`,
        json: { id: endpoint, enabled: true },
      });
    });
}
