import type { Transaction } from "../../../../database/sql/transaction.ts";

/** A due message. Times are epoch milliseconds. */
export interface WaitingMessage {
  readonly id: number;
  readonly type: string;
  /** Null, like its record, for a ping. */
  readonly resource: string | null;
  readonly record_id: string | null;
  readonly occurred_at: number;
  readonly changed: string[];
  readonly webhook_id: string;
  readonly attempts: number;
  readonly first_attempt_at: number | null;
}

/** Selects an endpoint's messages. */
export interface MessageQuery {
  readonly account: number;
  readonly endpoint: number;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Ids of messages in flight. */
  readonly inFlight: readonly number[];
  readonly limit: number;
}

/** Waiting messages to examine first: where many wait, most of them are due. */
const firstExamined = 1000;

/**
 * SQL: each record's first waiting message for an endpoint, among the first `among` messages; null means all.
 * One pass, because with a subquery per message the planner picks bad indexes on this fast-changing table.
 */
const heads = (among: string): string => `(
  select distinct on (resource, coalesce(record_id, id::text)) * from (
    select * from webhook_messages
    where account_id = $1 and endpoint_id = $2 and delivered_at is null and given_up_at is null order by id limit ${among}
  ) as waiting order by resource, coalesce(record_id, id::text), id
) as message`;

/** SQL: the message is due at `$3` (epoch milliseconds). */
const isDue =
  "(message.next_attempt_at is null or message.next_attempt_at <= to_timestamp($3::double precision / 1000))";

/** An endpoint's due messages in order, only the first for each record. */
export async function dueMessages(transaction: Transaction, query: MessageQuery): Promise<WaitingMessage[]> {
  const messages = await readDue(transaction, query, firstExamined);
  // The examined messages may all wait for one that failed.
  return messages.length > 0 ? messages : readDue(transaction, query, null);
}

function readDue(
  transaction: Transaction,
  { account, endpoint, now, inFlight, limit }: MessageQuery,
  among: number | null,
): Promise<WaitingMessage[]> {
  return transaction.rows<WaitingMessage>(
    `select message.id, message.type, message.resource, message.record_id, message.occurred_at, message.changed, message.webhook_id,
       message.attempts, message.first_attempt_at
     from ${heads("$6")} where ${isDue} and message.id <> all ($4::bigint[]) order by message.id limit $5`,
    [account, endpoint, now, [...inFlight], limit, among],
  );
}

/** The message that probes a failing endpoint: one with the fewest attempts, so that a message no receiver accepts does not block the others. */
export async function probingMessage(
  transaction: Transaction,
  { account, endpoint, now }: MessageQuery,
): Promise<WaitingMessage[]> {
  return transaction.rows<WaitingMessage>(
    `select message.id, message.type, message.resource, message.record_id, message.occurred_at, message.changed, message.webhook_id,
       message.attempts, message.first_attempt_at
     from ${heads("null")} where ${isDue} order by message.attempts, message.id limit 1`,
    [account, endpoint, now],
  );
}

/** The due time of an endpoint's next message, in epoch milliseconds; 0 means now. @returns undefined if none waits */
export async function nextDue(
  transaction: Transaction,
  account: number,
  endpoint: number,
): Promise<number | undefined> {
  const row = await transaction.row<{ due: number | null }>(
    `select min(coalesce(message.next_attempt_at, 'epoch')) as due from ${heads("null")}`,
    [account, endpoint],
  );
  return row?.due ?? undefined;
}

/** Gives up all messages of an endpoint that was deleted or can no longer read anything. */
export async function giveUpWaiting(transaction: Transaction, account: number, endpoint: number): Promise<void> {
  await transaction.run(
    `update webhook_messages set given_up_at = statement_timestamp()
     where account_id = $1 and endpoint_id = $2 and delivered_at is null and given_up_at is null`,
    [account, endpoint],
  );
}
