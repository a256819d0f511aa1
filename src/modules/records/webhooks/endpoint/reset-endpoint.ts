import type { AccountTransaction } from "../../../../kernel/write/context.ts";
import { resumeDelivery } from "../resume-delivery.ts";

/** Clears an endpoint's failures and resumes delivery, after it was enabled again or its URL changed. */
export async function resetEndpoint(context: AccountTransaction, endpoint: number): Promise<void> {
  const { transaction, account } = context;
  await transaction.run(
    `update webhook_endpoints set disabled_at = null, disabled_reason = null, failing_since = null, held_until = null
     where account_id = $1 and id = $2`,
    [account.id, endpoint],
  );
  await resumeDelivery(context, endpoint);
}
