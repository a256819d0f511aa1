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
    summary: "Send a webhook endpoint again what it was told since a moment.",
    description:
      "Each message is sent once more, with the same webhook-id as before, and with its record as it is by then: a receiver that has had it knows it by that. What still waits is tried at once.",
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
    summary: "Send the message of a webhook delivery again.",
    description:
      "It is sent once more, with the same webhook-id as before, and with its record as it is by then. One that still waits is tried at once.",
    run: replayDelivery,
  }),
];
