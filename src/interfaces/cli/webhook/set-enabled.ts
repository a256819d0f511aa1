import type { Command } from "commander";
import { turnEndpoint } from "../../../modules/records/webhooks/endpoint/turn-endpoint.ts";
import { type ConfirmOptions, withConfirmOption, type PrintOptions, withJsonOption } from "../common-options.ts";
import { confirm } from "../terminal/confirm.ts";
import { print, type Terminal } from "../terminal/terminal.ts";
import { parseId } from "../terminal/values.ts";
import { changeEndpoint } from "./change-endpoint.ts";

/** `webhook disable` */
export function webhookDisable(parent: Command, terminal: Terminal): void {
  withConfirmOption(parent.command("disable"))
    .description(
      "Send nothing more to a webhook endpoint. What waits goes on once it is enabled; what happens meanwhile is never told.",
    )
    .argument("<endpoint>", "its id", parseId)
    .action(async (endpoint: number, options: ConfirmOptions) => {
      await confirm(terminal, options, `The webhook endpoint ${endpoint} is never told what happens from now on.`);
      await changeEndpoint(terminal, { endpoint, command: "webhook disable" }, (context) =>
        turnEndpoint(context, endpoint, false),
      );
      print(terminal, options, {
        text: `The webhook endpoint ${endpoint} is disabled.`,
        json: { id: endpoint, enabled: false },
      });
    });
}

/** `webhook enable` */
export function webhookEnable(parent: Command, terminal: Terminal): void {
  withJsonOption(parent.command("enable"))
    .description("Send to a webhook endpoint again, as if it had never failed: what waited goes out at once.")
    .argument("<endpoint>", "its id", parseId)
    .action(async (endpoint: number, options: PrintOptions) => {
      await changeEndpoint(terminal, { endpoint, command: "webhook enable" }, (context) =>
        turnEndpoint(context, endpoint, true),
      );
      print(terminal, options, {
        text: `The webhook endpoint ${endpoint} is enabled.`,
        json: { id: endpoint, enabled: true },
      });
    });
}
