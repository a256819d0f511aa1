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
      "The answer alone shows its secret: keep it, and check with it that messages come from here. Types of events are those that the token may read.",
    body: jsonBody(webhookEndpoint),
    reveals: ["secret"],
    run: createWebhookEndpoint,
  }),
  ...updates(webhookEndpoint, {
    scopes,
    update: updateWebhookEndpoint,
    description:
      "What is sent from then on, the scopes of the token decide that changes it. One that was disabled, and is enabled again or goes to another URL, begins anew.",
  }),
  destroys(webhookEndpoint, { scopes, description: "Nothing is sent to it any more, not even what waits." }),
  action(webhookEndpoint, {
    on: "one",
    method: "POST",
    path: "ping",
    scopes,
    summary: "Send a ping to a webhook endpoint.",
    description: "A message of the type ping is signed and sent soon after, like any other; meta says its webhook_id.",
    meta: pingMeta,
    run: pingEndpoint,
  }),
  action(webhookEndpoint, {
    on: "one",
    method: "POST",
    path: "rotate_secret",
    scopes,
    summary: "Give a webhook endpoint a new secret.",
    description:
      "The answer alone shows it. For 24 hours messages are signed with the former secret too, so that none is refused while you change over; only the last former one counts.",
    reveals: ["secret"],
    run: rotateSecret,
  }),
];
