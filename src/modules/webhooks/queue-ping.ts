import type { AccountTransaction } from "../../kernel/write/context.ts";
import { queueDelivery } from "./queue-delivery.ts";

/** Queues a message of type `ping` to an endpoint that is enabled. @returns its `webhook-id` */
export async function queuePing(context: AccountTransaction, endpoint: number): Promise<string> {
  const { transaction, account } = context;
  const row = await transaction.row<{ webhook_id: string }>(
    `insert into webhook_messages (account_id, endpoint_id, type, occurred_at)
     values ($1, $2, 'ping', clock_timestamp()) returning webhook_id`,
    [account.id, endpoint],
  );
  if (!row) throw new Error("The insert into webhook_messages answered nothing.");
  await queueDelivery(context, endpoint);
  return row.webhook_id;
}
