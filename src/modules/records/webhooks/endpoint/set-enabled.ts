import { notFound } from "../../../../kernel/errors.ts";
import type { AccountTransaction } from "../../../../kernel/write/context.ts";
import { resetEndpoint } from "./reset-endpoint.ts";

/**
 * Enables or disables an endpoint for the account's people, whichever application owns it.
 * Enabling makes its waiting messages due. @throws RequestError 404 if the account has no such endpoint
 */
export async function setEndpointEnabled(
  context: AccountTransaction,
  endpoint: number,
  enabled: boolean,
): Promise<void> {
  const { transaction, account } = context;
  const found = await transaction.row<{ enabled: boolean }>(
    "select enabled from webhook_endpoints where account_id = $1 and id = $2 and deleted_at is null for no key update",
    [account.id, endpoint],
  );
  if (!found) throw notFound("Webhook endpoint not found. It may have been deleted.");
  if (found.enabled === enabled) return;
  await transaction.run(
    `update webhook_endpoints set enabled = $3, disabled_at = null, disabled_reason = null, updated_at = statement_timestamp()
     where account_id = $1 and id = $2`,
    [account.id, endpoint, enabled],
  );
  if (enabled) await resetEndpoint(context, endpoint);
}
