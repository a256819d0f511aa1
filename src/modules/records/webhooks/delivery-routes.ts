import { type Route, reads } from "../../../kernel/route.ts";
import { action } from "../../../kernel/write/actions.ts";
import { replayDelivery, replayEndpoint, replayMeta, replayParameters } from "./deliver/replay-messages.ts";
import { webhookDelivery } from "./webhook-delivery.ts";
import { webhookEndpoint } from "./webhook-endpoint.ts";

const scopes = ["webhooks_write"] as const;

export const webhookDeliveriesRoutes: readonly Route[] = [
  action(webhookEndpoint, {
    on: "one",
    method: "POST",
    path: "replay",
    scopes,
    summary: "Replay a webhook endpoint's messages since a time.",
    description:
      "Sends each message once more, with its original webhook-id and the record's current state. Receivers recognize repeated messages by the webhook-id. Waiting messages are sent immediately.",
    parameters: replayParameters,
    meta: replayMeta,
    run: replayEndpoint,
  }),
  ...reads(webhookDelivery),
  action(webhookDelivery, {
    on: "one",
    method: "POST",
    path: "replay",
    scopes,
    summary: "Replay a webhook delivery's message.",
    description:
      "Sends the message once more, with its original webhook-id and the record's current state. A waiting message is sent immediately.",
    run: replayDelivery,
  }),
];
