import type { Command } from "commander";
import { RequestError } from "../../../kernel/errors.ts";
import { replayEndpointSince, replayMessage } from "../../../modules/records/webhooks/deliver/replay-messages.ts";
import { accountOfDelivery } from "../../../modules/records/webhooks/list-deliveries.ts";
import { examples, type PrintOptions, printing } from "../common-options.ts";
import { withDatabase } from "../database/with-database.ts";
import { print, type Terminal } from "../terminal/terminal.ts";
import { anId, moment } from "../terminal/values.ts";
import { commandCause, readingAccounts } from "../with-account.ts";
import { changingEndpoint } from "./changing-endpoint.ts";

interface Options extends PrintOptions {
  readonly since?: number;
  readonly delivery?: number;
}

/** `webhook replay` */
export function webhookReplay(parent: Command, terminal: Terminal): void {
  const command = printing(parent.command("replay"))
    .description(
      "Send a webhook endpoint again what it was told since a moment, or one message, under the same webhook-id.",
    )
    .argument("[endpoint]", "its id, with --since", anId)
    .option("--since <time>", "from when on, such as 2026-11-20T08:00:00Z", moment)
    .option("--delivery <id>", "the message of this attempt alone", anId);
  examples(command, "webhook replay 5 --since 2026-11-20", "webhook replay --delivery 8123");
  command.action(async (endpoint: number | undefined, options: Options) => {
    const { since, delivery } = options;
    if (endpoint !== undefined && since !== undefined && delivery === undefined)
      return print(terminal, options, replayed(await replaySince(terminal, endpoint, since)));
    if (delivery !== undefined && endpoint === undefined && since === undefined) {
      await replayOne(terminal, delivery);
      return print(terminal, options, replayed(1));
    }
    throw new RequestError("bad_request", "Name an endpoint with --since, or one attempt with --delivery.");
  });
}

function replaySince(terminal: Terminal, endpoint: number, since: number): Promise<number> {
  return changingEndpoint(terminal, { endpoint, command: "webhook replay" }, (context) =>
    replayEndpointSince(context, endpoint, since),
  );
}

function replayOne(terminal: Terminal, delivery: number): Promise<void> {
  return withDatabase(terminal, async ({ database }) => {
    const account = await readingAccounts(database, undefined, (transaction) =>
      accountOfDelivery(transaction, delivery),
    );
    await database
      .within([account], commandCause("webhook replay"))
      .transaction((transaction) => replayMessage({ transaction, account: { id: account } }, delivery));
  });
}

const replayed = (count: number) => ({ text: `Messages that are sent again: ${count}.`, json: { replayed: count } });
