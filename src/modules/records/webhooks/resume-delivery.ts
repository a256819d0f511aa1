import type { AccountTransaction } from "../../../kernel/write/context.ts";
import { queueDelivery } from "./queue-delivery.ts";

/** Makes an endpoint's waiting messages due with a fresh series of attempts, after it was enabled again or its URL changed. */
export async function resumeDelivery(context: AccountTransaction, endpoint: number): Promise<void> {
  const { transaction, account } = context;
  await transaction.run(
    `update webhook_messages set next_attempt_at = null, first_attempt_at = null, attempts = 0
     where account_id = $1 and endpoint_id = $2 and delivered_at is null and given_up_at is null`,
    [account.id, endpoint],
  );
  await queueDelivery(context, endpoint);
}
