import type { Transaction } from "../../../../database/sql/transaction.ts";

/** A message that is due. Moments are epoch milliseconds. */
export interface WaitingMessage {
  readonly id: number;
  readonly type: string;
  /** Null, as its record, of a ping. */
  readonly resource: string | null;
  readonly record_id: string | null;
  readonly occurred_at: number;
  readonly changed: string[];
  readonly webhook_id: string;
  readonly attempts: number;
  readonly first_attempt_at: number | null;
}

/** Which messages are asked for. */
export interface Wanted {
  readonly account: number;
  readonly endpoint: number;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Ids of messages that are on their way. */
  readonly underway: readonly number[];
  readonly most: number;
}

/** Waiting messages that are looked at first: where many wait, most of them are due. */
const nearest = 1000;

/**
 * SQL: the messages that wait for an endpoint, of each record the first: among so many that wait, or all where `among` is null. In one pass:
 * asked of each message whether one is before it, the planner may take any index, and the table changes faster than its statistics.
 */
const heads = (among: string): string => `(
  select distinct on (resource, coalesce(record_id, id::text)) * from (
    select * from webhook_messages
    where account_id = $1 and endpoint_id = $2 and delivered_at is null and given_up_at is null order by id limit ${among}
  ) as waiting order by resource, coalesce(record_id, id::text), id
) as message`;

/** SQL: it is due at a moment (`$3`, epoch milliseconds). */
const isDue =
  "(message.next_attempt_at is null or message.next_attempt_at <= to_timestamp($3::double precision / 1000))";

/** Messages of an endpoint that are due, in their order; of one record the first alone. */
export async function dueMessages(transaction: Transaction, wanted: Wanted): Promise<WaitingMessage[]> {
  const near = await readDue(transaction, wanted, nearest);
  // All that were looked at may wait for one that failed.
  return near.length > 0 ? near : readDue(transaction, wanted, null);
}

function readDue(
  transaction: Transaction,
  { account, endpoint, now, underway, most }: Wanted,
  among: number | null,
): Promise<WaitingMessage[]> {
  return transaction.rows<WaitingMessage>(
    `select message.id, message.type, message.resource, message.record_id, message.occurred_at, message.changed, message.webhook_id,
       message.attempts, message.first_attempt_at
     from ${heads("$6")} where ${isDue} and message.id <> all ($4::bigint[]) order by message.id limit $5`,
    [account, endpoint, now, [...underway], most, among],
  );
}

/**
 * The message with which an endpoint that fails is tried: one that was tried least. So a message that its receiver never takes keeps no
 * other one waiting.
 */
export async function probingMessage(
  transaction: Transaction,
  { account, endpoint, now }: Wanted,
): Promise<WaitingMessage[]> {
  return transaction.rows<WaitingMessage>(
    `select message.id, message.type, message.resource, message.record_id, message.occurred_at, message.changed, message.webhook_id,
       message.attempts, message.first_attempt_at
     from ${heads("null")} where ${isDue} order by message.attempts, message.id limit 1`,
    [account, endpoint, now],
  );
}

/** When the next message of an endpoint is due, in epoch milliseconds: 0 for at once. @returns undefined when none waits */
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

/** Gives up all that waits for an endpoint: it is gone, or may read nothing any more. */
export async function giveUpWaiting(transaction: Transaction, account: number, endpoint: number): Promise<void> {
  await transaction.run(
    `update webhook_messages set given_up_at = clock_timestamp()
     where account_id = $1 and endpoint_id = $2 and delivered_at is null and given_up_at is null`,
    [account, endpoint],
  );
}
