import { boolean, id, integer, oneOf, string, time } from "../../../kernel/attribute.ts";
import { one, owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";
import { booleanParameter, idList, integerParameter } from "../../../kernel/search.ts";

/** SQL: an expression over the attempt's message. */
const ofMessage = (expression: string): string =>
  `(select ${expression} from webhook_messages as message
    where message.account_id = :account_of(webhook_deliveries) and message.id = webhook_deliveries.message_id)`;

const state = `case when message.delivered_at is not null then 'delivered' when message.given_up_at is not null then 'given_up' else 'waiting' end`;

/** An attempt to send a message to a webhook endpoint (events.md, Webhooks). */
export const webhookDelivery = defineResource("webhook_deliveries", {
  singular: "webhook_delivery",
  description:
    "An attempt to send a message to a webhook endpoint, with its result. All attempts for a message share its webhook_id. Kept for 30 days by default.",
  uncached: true,
  readScopes: ["webhooks_write"],
  attributes: {
    id: id(),
    webhook_id: string()
      .from(ofMessage("message.webhook_id"))
      .present()
      .description("The webhook-id header: the same for all attempts and replays of a message."),
    type: string()
      .from(ofMessage("message.type"))
      .present()
      .description("The message's event type, such as booking.created."),
    record_id: string()
      .from(ofMessage("message.record_id"))
      .description("The id of the record that it is about; null for a ping."),
    state: oneOf(["waiting", "delivered", "given_up"])
      .from(ofMessage(state))
      .present()
      .description(
        "The message's current state: waiting for its next attempt, delivered, or given_up after five days.",
      ),
    attempt: integer().readOnly().present().description("The number of the attempt for its message, from 1."),
    status: integer().readOnly().description("The response status, such as 200; null without a response."),
    succeeded: boolean().readOnly().present().description("Whether the endpoint responded with 2xx in time."),
    error: string().readOnly().description("What went wrong, in one sentence; null on success."),
    duration_ms: integer().readOnly().present().description("The duration in milliseconds."),
    answer: string()
      .readOnly()
      .description(
        "The first 4 KB of the response, as text; null without one, or once it was erased with a person's data.",
      ),
    created_at: time().readOnly().present().description("When the attempt began."),
    updated_at: time()
      .from(ofMessage("greatest(webhook_deliveries.created_at, message.delivered_at, message.given_up_at)"))
      .present()
      .description("When the attempt began or its message was finished."),
  },
  relations: {
    account: owner(),
    endpoint: one("webhook_endpoints").present().description("The endpoint."),
  },
  recorded: false,
  visible: `exists (
    select from webhook_endpoints as endpoint
    where endpoint.account_id = :account_of(webhook_deliveries) and endpoint.id = webhook_deliveries.endpoint_id
      and endpoint.deleted_at is null and (endpoint.application_id = :application or :of_account)
  )`,
  search: {
    endpoint_id: idList({
      condition: "webhook_deliveries.endpoint_id = any(:endpoint_id)",
      description: "Comma-separated webhook endpoint ids.",
    }),
    status: integerParameter(
      { min: 100, max: 999 },
      {
        condition: "webhook_deliveries.status = :status",
        description: "The response status, such as 500.",
      },
    ),
    succeeded: booleanParameter({
      condition: "webhook_deliveries.succeeded = :succeeded",
      description: "Only successful attempts, or only failed ones.",
    }),
  },
});
