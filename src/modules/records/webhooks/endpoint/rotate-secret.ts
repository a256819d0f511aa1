import type { Outcome } from "../../../../kernel/route.ts";
import type { ActedOn } from "../../../../kernel/write/actions.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";
import { webhookEndpoint } from "../webhook-endpoint.ts";
import { newSecret, openSecret, sealSecret } from "./endpoint-secret.ts";

/** Replaces an endpoint's secret and reveals the new one. The previous one also signs for 24 hours; older ones stop immediately. */
export async function rotateSecret(context: WriteContext, { id }: ActedOn): Promise<Outcome> {
  const { transaction, account, secrets } = context;
  const row = await transaction.row<{ sealed_secret: Buffer }>(
    "select sealed_secret from webhook_endpoints where account_id = $1 and id = $2",
    [account.id, id],
  );
  if (!row) throw new Error(`Locked webhook endpoint ${id} not found.`);
  const former = openSecret(secrets, account.id, id, row.sealed_secret);
  const secret = newSecret();
  await transaction.run(
    `update webhook_endpoints set sealed_secret = $3, sealed_former_secret = $4,
       former_secret_until = statement_timestamp() + interval '24 hours', updated_at = statement_timestamp()
     where account_id = $1 and id = $2`,
    [
      account.id,
      id,
      sealSecret(secrets, account.id, id, secret),
      // Reseal, as the key may have changed.
      sealSecret(secrets, account.id, id, former),
    ],
  );
  return { shows: webhookEndpoint, id, reveals: { secret } };
}
