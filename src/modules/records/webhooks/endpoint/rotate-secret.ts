import type { Outcome } from "../../../../kernel/route.ts";
import type { ActedOn } from "../../../../kernel/write/actions.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";
import { webhookEndpoint } from "../webhook-endpoint.ts";
import { newSecret, openSecret, sealSecret } from "./endpoint-secret.ts";

/** Gives an endpoint a new secret, and reveals it. The former one signs along for 24 hours; one before that no longer does. */
export async function rotateSecret(context: WriteContext, { id }: ActedOn): Promise<Outcome> {
  const { transaction, account, secrets } = context;
  const row = await transaction.row<{ sealed_secret: Buffer }>(
    "select sealed_secret from webhook_endpoints where account_id = $1 and id = $2",
    [account.id, id],
  );
  if (!row) throw new Error(`The webhook endpoint ${id} was locked and is not there.`);
  const former = openSecret(secrets, account.id, id, row.sealed_secret);
  const secret = newSecret();
  await transaction.run(
    `update webhook_endpoints set sealed_secret = $3, sealed_former_secret = $4,
       former_secret_until = clock_timestamp() + interval '24 hours', updated_at = clock_timestamp()
     where account_id = $1 and id = $2`,
    [
      account.id,
      id,
      sealSecret(secrets, account.id, id, secret),
      // Sealed anew: the key may have changed since.
      sealSecret(secrets, account.id, id, former),
    ],
  );
  return { shows: webhookEndpoint, id, reveals: { secret } };
}
