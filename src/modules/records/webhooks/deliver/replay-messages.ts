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

/** What a replay to an endpoint is asked with. */
export const replayParameters: DocumentedParameters = {
  since: {
    schema: Type.String({ format: "date-time" }),
    description: "From when on: messages that were queued at this time or after it.",
    required: true,
  },
};

/** Members of `meta` of its answer. */
export const replayMeta = { replayed: Type.Integer({ description: "How many messages are sent again." }) };

/**
 * Sends the message of an attempt again, under the same webhook-id, by which a receiver knows that it has had it. One that still waits is
 * tried at once. @throws RequestError 422 while its endpoint is disabled
 */
export async function replayDelivery(context: WriteContext, { id }: ActedOn): Promise<Outcome> {
  await sendAgain(context, id);
  return { shows: webhookDelivery, id };
}

/** The same on behalf of the account's people. @throws RequestError 404 for an unknown attempt, 422 while its endpoint is disabled */
export async function sendAgain(context: AccountTransaction, id: number): Promise<void> {
  const { transaction, account } = context;
  const row = await transaction.row<{ endpoint: number; message: number }>(
    "select endpoint_id as endpoint, message_id as message from webhook_deliveries where account_id = $1 and id = $2",
    [account.id, id],
  );
  if (!row) throw notFound("You have no such webhook delivery. It may be too old.");
  await letSend(context, row.endpoint);
  await queueAgain(context, row.endpoint, "message.id = $3", row.message);
  await queueDelivery(context, row.endpoint);
}

/**
 * Sends what an endpoint was told since a moment again, each message under its webhook-id and once, in the order in which they were first
 * queued, but no pings. What still waits is tried at once. @throws RequestError 400 without a moment, 422 while it is disabled
 */
export async function replayEndpoint(context: WriteContext, { id }: ActedOn, request: ActionRequest): Promise<Outcome> {
  const since = request.parameters.get("since");
  if (since === undefined)
    throw badRequest("The parameter since is required here: a moment such as 2026-11-20T08:00:00Z.");
  const accepted = time.accept(since);
  if ("problem" in accepted) throw badRequest(`The parameter since ${accepted.problem}.`);
  return { shows: webhookEndpoint, id, meta: { replayed: await sendAgainSince(context, id, accepted.value) } };
}

/**
 * The same on behalf of an administrator. @param since epoch milliseconds
 * @returns how many messages are sent again @throws RequestError 422 while the endpoint is disabled
 */
export async function sendAgainSince(context: AccountTransaction, endpoint: number, since: number): Promise<number> {
  await letSend(context, endpoint);
  const condition = "message.change_id is not null and message.created_at >= $3::timestamptz";
  const replayed = await queueAgain(context, endpoint, condition, time.toDatabase(since));
  await queueDelivery(context, endpoint);
  return replayed;
}

/** Who replays has seen to the receiver: it is not left alone any longer. */
async function letSend({ transaction, account }: AccountTransaction, endpoint: number): Promise<void> {
  const enabled = await transaction.run(
    "update webhook_endpoints set held_until = null where account_id = $1 and id = $2 and enabled and deleted_at is null",
    [account.id, endpoint],
  );
  if (enabled === 0)
    throw invalid({ base: ["its endpoint is disabled, and nothing is sent to it: set enabled to true first"] });
}

/**
 * Queues messages that are done with anew, behind all that wait, and makes those that wait due.
 * @param condition SQL over `message` and the value `$3`
 * @returns how many they are
 */
async function queueAgain(
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
     ) as ended order by id`,
    values,
  );
  return waiting + queued;
}
