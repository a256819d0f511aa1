import Type from "typebox";
import { badRequest, invalid, notFound } from "../../../../kernel/errors.ts";
import type { DocumentedParameters, Outcome } from "../../../../kernel/route.ts";
import { timeValue } from "../../../../kernel/values/time.ts";
import type { ActedOn, ActionRequest } from "../../../../kernel/write/actions.ts";
import type { AccountTransaction, WriteContext } from "../../../../kernel/write/context.ts";
import { queueDelivery } from "../queue-delivery.ts";
import { webhookDelivery } from "../webhook-delivery.ts";
import { webhookEndpoint } from "../webhook-endpoint.ts";

const time = timeValue();

/** Parameters of an endpoint's replay. */
export const replayParameters: DocumentedParameters = {
  since: {
    schema: Type.String({ format: "date-time" }),
    description: "Replays messages queued at or after this time.",
    required: true,
  },
};

/** The `meta` of a replay's response. */
export const replayMeta = { replayed: Type.Integer({ description: "The number of messages to send again." }) };

/**
 * Sends a delivery's message again under the same webhook-id, so that receivers can recognize it. A waiting message is sent immediately.
 * @throws RequestError 422 while its endpoint is disabled
 */
export async function replayDelivery(context: WriteContext, { id }: ActedOn): Promise<Outcome> {
  await replayMessage(context, id);
  return { shows: webhookDelivery, id };
}

/** Replays a delivery for the account's people. @throws RequestError 404 for an unknown delivery, 422 while its endpoint is disabled */
export async function replayMessage(context: AccountTransaction, id: number): Promise<void> {
  const { transaction, account } = context;
  const row = await transaction.row<{ endpoint: number; message: number }>(
    "select endpoint_id as endpoint, message_id as message from webhook_deliveries where account_id = $1 and id = $2",
    [account.id, id],
  );
  if (!row) throw notFound("Webhook delivery not found. It may have expired.");
  await endBackoff(context, row.endpoint);
  await requeue(context, row.endpoint, "message.id = $3", row.message);
  await queueDelivery(context, row.endpoint);
}

/**
 * Replays an endpoint's messages since a time, each once under its webhook-id, in their original order, without pings.
 * Waiting messages are sent immediately.
 * @throws RequestError 400 without a time, 422 while the endpoint is disabled
 */
export async function replayEndpoint(context: WriteContext, { id }: ActedOn, request: ActionRequest): Promise<Outcome> {
  const since = request.parameters.get("since");
  if (since === undefined)
    throw badRequest("The parameter since is required. Send a time such as 2026-11-20T08:00:00Z.");
  const accepted = time.accept(since);
  if ("problem" in accepted) throw badRequest(`The parameter since ${accepted.problem}.`);
  return { shows: webhookEndpoint, id, meta: { replayed: await replayEndpointSince(context, id, accepted.value) } };
}

/**
 * Replays an endpoint's messages for an administrator. @param since epoch milliseconds
 * @returns the number of messages to send again @throws RequestError 422 while the endpoint is disabled
 */
export async function replayEndpointSince(
  context: AccountTransaction,
  endpoint: number,
  since: number,
): Promise<number> {
  await endBackoff(context, endpoint);
  const condition = "message.change_id is not null and message.created_at >= $3::timestamptz";
  const replayed = await requeue(context, endpoint, condition, time.toDatabase(since));
  await queueDelivery(context, endpoint);
  return replayed;
}

/** Ends the endpoint's backoff: a replay suggests that the receiver works again. */
async function endBackoff({ transaction, account }: AccountTransaction, endpoint: number): Promise<void> {
  const enabled = await transaction.run(
    "update webhook_endpoints set held_until = null where account_id = $1 and id = $2 and enabled and deleted_at is null",
    [account.id, endpoint],
  );
  if (enabled === 0) throw invalid({ base: ["its endpoint is disabled: set enabled to true first"] });
}

/**
 * Queues finished messages again after all waiting ones, and makes waiting ones due.
 * @param condition SQL over `message` and the value `$3`
 * @returns the number of messages
 */
async function requeue(
  { transaction, account }: AccountTransaction,
  endpoint: number,
  condition: string,
  value: unknown,
): Promise<number> {
  const values = [account.id, endpoint, value];
  const waiting = await transaction.run(
    `update webhook_messages as message set next_attempt_at = null
     where account_id = $1 and endpoint_id = $2 and ${condition} and delivered_at is null and given_up_at is null`,
    values,
  );
  const queued = await transaction.run(
    `insert into webhook_messages (account_id, endpoint_id, change_id, type, resource, record_id, occurred_at, changed, webhook_id)
     select $1, $2, change_id, type, resource, record_id, occurred_at, changed, webhook_id from (
       select distinct on (webhook_id) * from webhook_messages as message
       where account_id = $1 and endpoint_id = $2 and ${condition} and not exists (
         select from webhook_messages as other
         where other.account_id = $1 and other.endpoint_id = $2 and other.webhook_id = message.webhook_id
           and other.delivered_at is null and other.given_up_at is null
       )
       order by webhook_id, id
     ) as ended order by id returning account_id`,
    values,
  );
  return waiting + queued;
}
