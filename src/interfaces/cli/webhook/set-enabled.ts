import type { Command } from "commander";
import { setEndpointEnabled } from "../../../modules/records/webhooks/endpoint/set-enabled.ts";
import { type ConfirmOptions, type PrintOptions, withConfirmOption, withJsonOption } from "../common-options.ts";
import { confirm } from "../terminal/confirm.ts";
import { print, type Terminal } from "../terminal/terminal.ts";
import { parseId } from "../terminal/values.ts";
import { changeEndpoint } from "./change-endpoint.ts";

/** `webhook disable` */
export function webhookDisable(parent: Command, terminal: Terminal): void {
  withConfirmOption(parent.command("disable"))
    .description(
      "Stop deliveries to a webhook endpoint. Queued messages wait until it is enabled; events in between are never sent.",
    )
    .argument("<endpoint>", "endpoint id", parseId)
    .action(async (endpoint: number, options: ConfirmOptions) => {
      await confirm(
        terminal,
        options,
        `This stops deliveries to webhook endpoint ${endpoint}. Events that occur while it is disabled are never sent.`,
      );
      await changeEndpoint(terminal, { endpoint, command: "webhook disable" }, (context) =>
        setEndpointEnabled(context, endpoint, false),
      );
      print(terminal, options, {
        text: `Disabled webhook endpoint ${endpoint}.`,
        json: { id: endpoint, enabled: false },
      });
    });
}

/** `webhook enable` */
export function webhookEnable(parent: Command, terminal: Terminal): void {
  withJsonOption(parent.command("enable"))
    .description("Resume deliveries to a webhook endpoint and reset its failures. Queued messages go out immediately.")
    .argument("<endpoint>", "endpoint id", parseId)
    .action(async (endpoint: number, options: PrintOptions) => {
      await changeEndpoint(terminal, { endpoint, command: "webhook enable" }, (context) =>
        setEndpointEnabled(context, endpoint, true),
      );
      print(terminal, options, {
        text: `Enabled webhook endpoint ${endpoint}.`,
        json: { id: endpoint, enabled: true },
      });
    });
}
