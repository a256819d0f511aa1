import type { Transaction } from "../../../database/sql/transaction.ts";
import { notFound } from "../../../kernel/errors.ts";

/** An attempt to send a message, as an administrator sees it. Times are epoch milliseconds. */
export interface ListedDelivery {
  readonly id: number;
  readonly endpoint: number;
  readonly webhookId: string;
  readonly type: string;
  readonly recordId: string | null;
  /** The number of the attempt for its message, from 1. */
  readonly attempt: number;
  /** The response's status; null without a response, and `error` says why. */
  readonly status: number | null;
  readonly succeeded: boolean;
  readonly error: string | null;
  readonly milliseconds: number;
  readonly at: number;
  /** The message's current state. */
  readonly state: "waiting" | "delivered" | "given_up";
}

/** Lists the last attempts, newest first. @param transaction in the scope of the endpoint's account */
export async function listDeliveries(
  transaction: Transaction,
  filter: { readonly account: number; readonly endpoint: number; readonly failed: boolean },
  limit: number,
): Promise<ListedDelivery[]> {
  return transaction.rows<ListedDelivery & Record<string, unknown>>(
    `select attempt.id, attempt.endpoint_id as endpoint, message.webhook_id as "webhookId", message.type, message.record_id as "recordId",
       attempt.attempt, attempt.status, attempt.succeeded, attempt.error, attempt.duration_ms as milliseconds, attempt.created_at as at,
       case when delivered_at is not null then 'delivered' when given_up_at is not null then 'given_up' else 'waiting' end as state
     from webhook_deliveries as attempt
     join webhook_messages as message on message.account_id = $1 and message.id = attempt.message_id
     where attempt.account_id = $1 and attempt.endpoint_id = $2 and (not $3::boolean or not attempt.succeeded)
     order by attempt.id desc limit $4`,
    [filter.account, filter.endpoint, filter.failed, limit],
  );
}

/** The account of an attempt. @param transaction in the scope of all accounts that may own it @throws RequestError 404 */
export async function accountOfDelivery(transaction: Transaction, id: number): Promise<number> {
  const row = await transaction.row<{ account: number }>(
    "select account_id as account from webhook_deliveries where id = $1",
    [id],
  );
  if (!row) throw notFound(`Webhook delivery ${id} not found. It may have expired.`);
  return row.account;
}
