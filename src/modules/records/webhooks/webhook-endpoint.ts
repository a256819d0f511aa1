import { boolean, id, names, string, time, timestamps } from "../../../kernel/attribute.ts";
import { owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";

/** Endpoints of an application in an account (conventions.md, Bounds). */
export const mostEndpoints = 20;

/** SQL: the secret before the last rotation signs along until then. */
const formerSecretUntil =
  "case when webhook_endpoints.former_secret_until > now() then webhook_endpoints.former_secret_until end";

/** Where an application is told of changes in an account (events.md, Webhooks). */
export const webhookEndpoint = defineResource("webhook_endpoints", {
  singular: "webhook_endpoint",
  description: `A URL of an application that changes are sent to, signed as Standard Webhooks says. What is sent, the scopes of the token decide that made it or last changed it. An application has at most ${mostEndpoints} in an account, and sees no other's.`,
  uncached: true,
  readScopes: ["webhooks_write"],
  attributes: {
    id: id(),
    url: string({ maxLength: 2000 })
      .required()
      .description("Where events are sent by POST: https, at a public address. Redirects are not followed."),
    event_types: names("event type").description(
      "Which types of events are sent, such as booking.created (GET /event_types lists them); null for all that the token may read.",
    ),
    description: string({ maxLength: 500 }).description("What it is for."),
    enabled: boolean()
      .neverNull()
      .description(
        "Whether events are sent to it. What happens while it is false is never told; what waited before goes on once it is true.",
      ),
    secret: string()
      .shownOnce()
      .description(
        "What signs the messages: whsec_ and 24 random bytes in base64. Shown only by what makes it, this once.",
      ),
    former_secret_until: time()
      .readOnly()
      .readAs(formerSecretUntil)
      .description("Until when the secret before the last rotation signs along; null when it does not."),
    failing_since: time()
      .readOnly()
      .description(
        "Since when no attempt has succeeded; null while they do. After five days, the endpoint is disabled.",
      ),
    disabled_at: time()
      .readOnly()
      .description("When the service disabled it; null otherwise. Set enabled to true once it is well again."),
    disabled_reason: string()
      .readOnly()
      .description("Why the service disabled it: failing, or gone where it answered 410; null otherwise."),
    ...timestamps(),
  },
  relations: { account: owner() },
  // What an endpoint is told changes it: it would be told of itself.
  recorded: false,
  deletion: { column: "deleted_at", singleRead: "hidden" },
  visible: "webhook_endpoints.application_id = :application or :of_account",
  changeable: {
    rows: "webhook_endpoints.application_id = :application",
    reason: "It was made by another application; only that one changes it.",
  },
});
