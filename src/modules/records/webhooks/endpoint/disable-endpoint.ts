import type { AccountTransaction } from "../../../../kernel/write/context.ts";
import { queueMail } from "../../../platform/mails/queue-mail.ts";
import { webhookDisabled } from "../../../platform/mails/templates/webhook-disabled.ts";
import type { Attempt } from "../attempt.ts";
import type { DisabledReason } from "./endpoint-health.ts";

/**
 * Disables an endpoint that is gone or has failed for too long, and mails the account's owners.
 * Waiting messages stay, and are sent once it is enabled again.
 */
export async function disableEndpoint(
  context: AccountTransaction,
  endpoint: number,
  reason: DisabledReason,
  last: Attempt | undefined,
): Promise<void> {
  const { transaction, account } = context;
  const row = await transaction.row<{ url: string; application: string; since: number | null; disabled_at: number }>(
    `update webhook_endpoints set enabled = false, disabled_at = statement_timestamp(), disabled_reason = $3, updated_at = statement_timestamp()
     from applications
     where account_id = $1 and webhook_endpoints.id = $2 and enabled and applications.id = application_id
     returning url, applications.name as application, failing_since as since, webhook_endpoints.disabled_at`,
    [account.id, endpoint, reason],
  );
  // A person has already disabled it.
  if (!row) return;
  for (const { address, name, locale } of await ownersOf(context)) {
    await queueMail(context, {
      to: { address, name },
      template: webhookDisabled,
      locale,
      values: {
        application: row.application,
        // Only the host: a path may contain a secret.
        server: new URL(row.url).host,
        reason,
        since: row.since === null ? null : new Date(row.since).toISOString().slice(0, "YYYY-MM-DD".length),
        error: last?.error ?? null,
      },
      cause: `webhook endpoint ${endpoint} disabled at ${row.disabled_at} to ${address.toLowerCase()}`,
    });
  }
}

function ownersOf({
  transaction,
  account,
}: AccountTransaction): Promise<{ address: string; name: string; locale: string | null }[]> {
  return transaction.rows<{ address: string; name: string; locale: string | null }>(
    `select users.email as address, users.fullname as name, users.locale from memberships join users on users.id = memberships.user_id
     where memberships.account_id = $1 and memberships.role = 'owner' and users.disabled_at is null order by 1`,
    [account.id],
  );
}
