import type { AccountTransaction } from "../../../../kernel/write/context.ts";
import { resumeDelivery } from "../resume-delivery.ts";

/** An endpoint that is enabled again, or goes elsewhere, has not failed yet, and what waits for it is sent at once. */
export async function beginAfresh(context: AccountTransaction, endpoint: number): Promise<void> {
  const { transaction, account } = context;
  await transaction.run(
    `update webhook_endpoints set disabled_at = null, disabled_reason = null, failing_since = null, held_until = null
     where account_id = $1 and id = $2`,
    [account.id, endpoint],
  );
  await resumeDelivery(context, endpoint);
}
