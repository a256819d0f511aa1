import type { Command } from "commander";
import { RequestError } from "../../../kernel/errors.ts";
import { replayEndpointSince, replayMessage } from "../../../modules/records/webhooks/deliver/replay-messages.ts";
import { accountOfDelivery } from "../../../modules/records/webhooks/list-deliveries.ts";
import { examples, type PrintOptions, withJsonOption } from "../common-options.ts";
import { withDatabase } from "../database/with-database.ts";
import { print, type Terminal } from "../terminal/terminal.ts";
import { parseId, parseInstant } from "../terminal/values.ts";
import { commandCause, readAccounts } from "../with-account.ts";
import { changeEndpoint } from "./change-endpoint.ts";

interface Options extends PrintOptions {
  readonly since?: number;
  readonly delivery?: number;
}

/** `webhook replay` */
export function webhookReplay(parent: Command, terminal: Terminal): void {
  const command = withJsonOption(parent.command("replay"))
    .description(
      "Resend one message, or all messages sent to a webhook endpoint since a given time. The webhook-id stays the same.",
    )
    .argument("[endpoint]", "endpoint id, with --since", parseId)
    .option("--since <time>", "start time, such as 2026-11-20T08:00:00Z", parseInstant)
    .option("--delivery <id>", "only the message of this delivery attempt", parseId);
  examples(command, "webhook replay 5 --since 2026-11-20", "webhook replay --delivery 8123");
  command.action(async (endpoint: number | undefined, options: Options) => {
    const { since, delivery } = options;
    if (endpoint !== undefined && since !== undefined && delivery === undefined)
      return print(terminal, options, replayed(await replaySince(terminal, endpoint, since)));
    if (delivery !== undefined && endpoint === undefined && since === undefined) {
      await replayOne(terminal, delivery);
      return print(terminal, options, replayed(1));
    }
    throw new RequestError("bad_request", "Specify an endpoint with --since, or one delivery attempt with --delivery.");
  });
}

function replaySince(terminal: Terminal, endpoint: number, since: number): Promise<number> {
  return changeEndpoint(terminal, { endpoint, command: "webhook replay" }, (context) =>
    replayEndpointSince(context, endpoint, since),
  );
}

function replayOne(terminal: Terminal, delivery: number): Promise<void> {
  return withDatabase(terminal, async ({ database }) => {
    const account = await readAccounts(database, undefined, (transaction) => accountOfDelivery(transaction, delivery));
    await database
      .within([account], commandCause("webhook replay"))
      .transaction((transaction) => replayMessage({ transaction, account: { id: account } }, delivery));
  });
}

const replayed = (count: number) => ({
  text: `Queued ${count} ${count === 1 ? "message" : "messages"} to resend.`,
  json: { replayed: count },
});
