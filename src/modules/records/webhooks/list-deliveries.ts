import type { Transaction } from "../../../database/sql/transaction.ts";
import { notFound } from "../../../kernel/errors.ts";

/** An attempt to send a message, as an administrator sees it. Moments are epoch milliseconds. */
export interface ListedDelivery {
  readonly id: number;
  readonly endpoint: number;
  readonly webhookId: string;
  readonly type: string;
  readonly recordId: string | null;
  /** Which attempt of the message it was, from 1. */
  readonly attempt: number;
  /** What the endpoint answered with; null when it did not, and `error` says why. */
  readonly status: number | null;
  readonly succeeded: boolean;
  readonly error: string | null;
  readonly milliseconds: number;
  readonly at: number;
  /** What has become of the message by now. */
  readonly state: "waiting" | "delivered" | "given_up";
}

/** The last attempts, the newest first. @param transaction in the scope of the endpoint's account */
export async function listDeliveries(
  transaction: Transaction,
  wanted: { readonly account: number; readonly endpoint: number; readonly failed: boolean },
  most: number,
): Promise<ListedDelivery[]> {
  return transaction.rows<ListedDelivery & Record<string, unknown>>(
    `select attempt.id, attempt.endpoint_id as endpoint, message.webhook_id as "webhookId", message.type, message.record_id as "recordId",
       attempt.attempt, attempt.status, attempt.succeeded, attempt.error, attempt.duration_ms as milliseconds, attempt.created_at as at,
       case when delivered_at is not null then 'delivered' when given_up_at is not null then 'given_up' else 'waiting' end as state
     from webhook_deliveries as attempt
     join webhook_messages as message on message.account_id = attempt.account_id and message.id = attempt.message_id
     where attempt.account_id = $1 and attempt.endpoint_id = $2 and (not $3::boolean or not attempt.succeeded)
     order by attempt.id desc limit $4`,
    [wanted.account, wanted.endpoint, wanted.failed, most],
  );
}

/** Whose attempt it is. @param transaction in the scope of all accounts that may have it @throws RequestError 404 */
export async function accountOfDelivery(transaction: Transaction, id: number): Promise<number> {
  const row = await transaction.row<{ account: number }>(
    "select account_id as account from webhook_deliveries where id = $1",
    [id],
  );
  if (!row) throw notFound(`There is no webhook delivery ${id}. It may be too old.`);
  return row.account;
}
