import { boolean, id, names, string, time, timestamps } from "../../../kernel/attribute.ts";
import { owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";
import { writerRole } from "./endpoint/endpoint-access.ts";

/** Maximum endpoints per application and account (conventions.md, Bounds). */
export const maxEndpoints = 20;

/** SQL: when the previous secret stops signing. */
const formerSecretUntil =
  "case when webhook_endpoints.former_secret_until > now() then webhook_endpoints.former_secret_until end";

/** SQL: the reason for which nothing is sent. */
const reason = `case when webhook_endpoints.user_id is not null
  and ${writerRole("webhook_endpoints", ":account_of(webhook_endpoints)")} is null then 'left' else webhook_endpoints.disabled_reason end`;

/** An application's URL that receives an account's events (events.md, Webhooks). */
export const webhookEndpoint = defineResource("webhook_endpoints", {
  singular: "webhook_endpoint",
  description: `An application's URL that receives events, signed by Standard Webhooks. The scopes of the token that created or last updated it decide what is sent. An application has at most ${maxEndpoints} per account, and sees only its own.`,
  uncached: true,
  readScopes: ["webhooks_write"],
  attributes: {
    id: id(),
    url: string({ maxLength: 2000 })
      .required()
      .description("Receives events by POST: https, at a public address. Redirects are not followed."),
    event_types: names("event type").description(
      "The event types to send, such as booking.created (GET /event_types lists them); null for all types that the token can read.",
    ),
    description: string({ maxLength: 500 }).description("The endpoint's purpose."),
    enabled: boolean()
      .neverNull()
      .description(
        "Whether events are sent. Events that happen while it is false are never sent; earlier waiting ones follow once it is true.",
      ),
    secret: string()
      .shownOnce()
      .description(
        "The secret that signs messages: whsec_ and 24 random bytes in base64. Shown only once, when it is created.",
      ),
    former_secret_until: time()
      .readOnly()
      .readAs(formerSecretUntil)
      .description("When the previous secret stops signing; null if only the current one signs."),
    failing_since: time()
      .readOnly()
      .description(
        "The start of the current failures; null while attempts succeed. After five days, Roost disables the endpoint.",
      ),
    disabled_at: time()
      .readOnly()
      .description("When Roost disabled it; null otherwise. Set enabled to true once it works again."),
    disabled_reason: string()
      .readOnly()
      .readAs(reason)
      .description(
        "Why nothing is sent: failing, or gone after a 410 response; left if the person who last changed it in the console is no longer an owner or manager of the account, until another person changes it. Null otherwise.",
      ),
    ...timestamps(),
  },
  relations: { account: owner() },
  // Deliveries update the endpoint, so recording these changes would notify it of itself.
  recorded: false,
  deletion: { column: "deleted_at", singleRead: "hidden" },
  visible: "webhook_endpoints.application_id = :application or :of_account",
  changeable: {
    rows: "webhook_endpoints.application_id = :application",
    reason: "Only the application that created it can change it.",
  },
});
