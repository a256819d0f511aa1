import type { AccountTransaction } from "../../kernel/write/context.ts";

/** Queues a message of type `ping` to an endpoint that is enabled. @returns its `webhook-id` */
export async function queuePing({ transaction, account }: AccountTransaction, endpoint: number): Promise<string> {
  const row = await transaction.row<{ webhook_id: string }>(
    `insert into webhook_messages (account_id, endpoint_id, type, occurred_at)
     values ($1, $2, 'ping', clock_timestamp()) returning webhook_id`,
    [account.id, endpoint],
  );
  if (!row) throw new Error("The insert into webhook_messages answered nothing.");
  return row.webhook_id;
}
