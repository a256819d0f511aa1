import { jsonBody } from "../../../kernel/request-body.ts";
import { type Route, reads } from "../../../kernel/route.ts";
import { action } from "../../../kernel/write/actions.ts";
import { destroys } from "../../../kernel/write/destroys.ts";
import { updates } from "../../../kernel/write/updates.ts";
import { pingEndpoint, pingMeta } from "./endpoint/ping-endpoint.ts";
import { rotateSecret } from "./endpoint/rotate-secret.ts";
import { createWebhookEndpoint, updateWebhookEndpoint } from "./endpoint/save-endpoint.ts";
import { webhookEndpoint } from "./webhook-endpoint.ts";

const scopes = ["webhooks_write"] as const;

export const webhooksRoutes: readonly Route[] = [
  ...reads(webhookEndpoint),
  action(webhookEndpoint, {
    on: "none",
    method: "POST",
    path: "",
    scopes,
    success: 201,
    summary: "Create a webhook endpoint.",
    description:
      "Only this response shows the secret. Store it and use it to verify messages. The token must be able to read the selected event types.",
    body: jsonBody(webhookEndpoint),
    reveals: ["secret"],
    run: createWebhookEndpoint,
  }),
  ...updates(webhookEndpoint, {
    scopes,
    update: updateWebhookEndpoint,
    description:
      "From then on, the updating token's scopes decide what is sent. Enabling a disabled endpoint or changing its URL also resets its failures.",
  }),
  destroys(webhookEndpoint, { scopes, description: "Stops all delivery, including waiting messages." }),
  action(webhookEndpoint, {
    on: "one",
    method: "POST",
    path: "ping",
    scopes,
    summary: "Send a ping to a webhook endpoint.",
    description: "Signs and queues a message of type ping, like any other. meta has its webhook_id.",
    meta: pingMeta,
    run: pingEndpoint,
  }),
  action(webhookEndpoint, {
    on: "one",
    method: "POST",
    path: "rotate_secret",
    scopes,
    summary: "Rotate a webhook endpoint's secret.",
    description:
      "Only this response shows the new secret. For 24 hours, messages are also signed with the previous secret, so that you can switch without losing any. Rotating again drops older secrets immediately.",
    reveals: ["secret"],
    run: rotateSecret,
  }),
];
