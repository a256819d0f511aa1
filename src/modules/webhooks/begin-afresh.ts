import type { AccountTransaction } from "../../kernel/write/context.ts";
import { queueDelivery } from "./queue-delivery.ts";

/**
 * An endpoint that is enabled again, or goes elsewhere, has not failed yet: what waits for it is due at once. Touches no `updated_at`; who
 * calls changes the endpoint anyway.
 */
export async function beginAfresh(context: AccountTransaction, endpoint: number): Promise<void> {
  const { transaction, account } = context;
  await transaction.run(
    `update webhook_endpoints set disabled_at = null, disabled_reason = null, failing_since = null, held_until = null
     where account_id = $1 and id = $2`,
    [account.id, endpoint],
  );
  await transaction.run(
    `update webhook_messages set next_attempt_at = least(next_attempt_at, clock_timestamp())
     where account_id = $1 and endpoint_id = $2 and delivered_at is null and given_up_at is null`,
    [account.id, endpoint],
  );
  await queueDelivery(context, endpoint);
}
