import { notFound } from "../../../../kernel/errors.ts";
import type { AccountTransaction } from "../../../../kernel/write/context.ts";
import { beginAfresh } from "./begin-afresh.ts";

/**
 * Enables or disables an endpoint on behalf of the account's people, whoever's it is. What waits for one that is enabled again is due at
 * once. @throws RequestError 404 when the account has no such endpoint
 */
export async function turnEndpoint(context: AccountTransaction, endpoint: number, enabled: boolean): Promise<void> {
  const { transaction, account } = context;
  const found = await transaction.row<{ enabled: boolean }>(
    "select enabled from webhook_endpoints where account_id = $1 and id = $2 and deleted_at is null for no key update",
    [account.id, endpoint],
  );
  if (!found) throw notFound("You have no such webhook endpoint. It may be deleted already.");
  if (found.enabled === enabled) return;
  await transaction.run(
    `update webhook_endpoints set enabled = $3, disabled_at = null, disabled_reason = null, updated_at = clock_timestamp()
     where account_id = $1 and id = $2`,
    [account.id, endpoint, enabled],
  );
  if (enabled) await beginAfresh(context, endpoint);
}
