import { boolean, id, integer, oneOf, string, time } from "../../../kernel/attribute.ts";
import { one, owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";
import { booleanParameter, idList, integerParameter } from "../../../kernel/search.ts";

/** SQL: something of the message that an attempt sent. */
const ofMessage = (expression: string): string =>
  `(select ${expression} from webhook_messages as message
    where message.account_id = webhook_deliveries.account_id and message.id = webhook_deliveries.message_id)`;

const state = `case when message.delivered_at is not null then 'delivered' when message.given_up_at is not null then 'given_up' else 'waiting' end`;

/** An attempt to send a message to a webhook endpoint (events.md, Webhooks). */
export const webhookDelivery = defineResource("webhook_deliveries", {
  singular: "webhook_delivery",
  description:
    "An attempt to send a message to a webhook endpoint, with what came of it. Attempts of one message have the same webhook_id. They are kept for 30 days, unless this installation says otherwise.",
  uncached: true,
  readScopes: ["webhooks_write"],
  attributes: {
    id: id(),
    webhook_id: string()
      .from(ofMessage("message.webhook_id"))
      .present()
      .description("The webhook-id header: the same over all attempts of a message, also when it is replayed."),
    type: string()
      .from(ofMessage("message.type"))
      .present()
      .description("What the message tells, such as booking.created."),
    record_id: string()
      .from(ofMessage("message.record_id"))
      .description("The id of the record that it tells of; null of a ping."),
    state: oneOf(["waiting", "delivered", "given_up"])
      .from(ofMessage(state))
      .present()
      .description(
        "What has become of the message by now: waiting for its next attempt, delivered, or given_up after five days.",
      ),
    attempt: integer().readOnly().present().description("Which attempt of the message it was, from 1."),
    status: integer()
      .readOnly()
      .description("What the endpoint answered with, such as 200; null where no answer came."),
    succeeded: boolean().readOnly().present().description("Whether it answered with 2xx in time."),
    error: string().readOnly().description("What went wrong, in a sentence; null when nothing did."),
    duration_ms: integer().readOnly().present().description("How long it took, in milliseconds."),
    answer: string()
      .readOnly()
      .description(
        "The first 4 KB of the answer, as text; null where none came, and once it may hold what was erased here.",
      ),
    created_at: time().readOnly().present().description("When it was made."),
    updated_at: time()
      .from(ofMessage("greatest(webhook_deliveries.created_at, message.delivered_at, message.given_up_at)"))
      .present()
      .description("When it was made, or its message was done with."),
  },
  relations: {
    account: owner(),
    endpoint: one("webhook_endpoints").present().description("Where it went."),
  },
  recorded: false,
  visible: `exists (
    select from webhook_endpoints as endpoint
    where endpoint.account_id = webhook_deliveries.account_id and endpoint.id = webhook_deliveries.endpoint_id
      and endpoint.deleted_at is null and (endpoint.application_id = :application or :of_account)
  )`,
  search: {
    endpoint_id: idList({
      condition: "webhook_deliveries.endpoint_id = any(:endpoint_id)",
      description: "Comma list of the ids of webhook endpoints.",
    }),
    status: integerParameter(
      { min: 100, max: 999 },
      {
        condition: "webhook_deliveries.status = :status",
        description: "What the endpoint answered with, such as 500.",
      },
    ),
    succeeded: booleanParameter({
      condition: "webhook_deliveries.succeeded = :succeeded",
      description: "Only attempts that succeeded, or only those that did not.",
    }),
  },
});
