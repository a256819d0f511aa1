import { invalid } from "../../../../kernel/errors.ts";
import type { AccountTransaction } from "../../../../kernel/write/context.ts";
import { queueDelivery } from "../queue-delivery.ts";

/** Queues a `ping` message to an endpoint. @returns its `webhook-id` @throws RequestError 422 for a disabled endpoint */
export async function queuePing(context: AccountTransaction, endpoint: number): Promise<string> {
  const { transaction, account } = context;
  const row = await transaction.row<{ webhook_id: string }>(
    `insert into webhook_messages (account_id, endpoint_id, type, occurred_at)
     select account_id, id, 'ping', statement_timestamp() from webhook_endpoints
     where account_id = $1 and id = $2 and enabled and deleted_at is null returning webhook_id`,
    [account.id, endpoint],
  );
  if (!row) throw invalid({ base: ["it is disabled: set enabled to true first"] });
  await queueDelivery(context, endpoint);
  return row.webhook_id;
}
