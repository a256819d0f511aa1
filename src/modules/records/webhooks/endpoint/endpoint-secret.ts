import { randomBytes } from "node:crypto";
import type { AccountScope } from "../../../../database/sql/account-scope.ts";
import type { Transaction } from "../../../../database/sql/transaction.ts";
import type { Secrets } from "../../../../kernel/access/secrets.ts";

/** A new signing secret in the form of Standard Webhooks. */
export const newSecret = (): string => `whsec_${randomBytes(24).toString("base64")}`;

const ownerOf = (account: number, endpoint: number): string => `webhook_endpoints ${account} ${endpoint}`;

/** Seals an endpoint's secret. It can be opened only as this endpoint's. */
export function sealSecret(secrets: Secrets, account: number, endpoint: number, secret: string): Buffer {
  return secrets.seal(secret, ownerOf(account, endpoint));
}

/** Opens an endpoint's secret, such as `whsec_…`. @throws Error if it belongs to another endpoint */
export function openSecret(secrets: Secrets, account: number, endpoint: number, sealed: Buffer): string {
  return secrets.open(sealed, ownerOf(account, endpoint));
}

/** Reseals an account's endpoint secrets that were sealed with former keys, one endpoint at a time. */
export async function resealEndpointSecrets(scope: AccountScope, secrets: Secrets, account: number): Promise<void> {
  while (await scope.transaction((transaction) => resealOne(transaction, secrets, account)));
}

type SealedSecrets = { id: number; sealed_secret: Buffer; sealed_former_secret: Buffer | null };

async function resealOne(transaction: Transaction, secrets: Secrets, account: number): Promise<boolean> {
  const row = await transaction.row<SealedSecrets>(
    `select id, sealed_secret, sealed_former_secret from webhook_endpoints
     where account_id = $1 and (secrets_key_id <> $2 or former_secrets_key_id <> $2) order by id limit 1 for no key update`,
    [account, secrets.keyId()],
  );
  if (!row) return false;
  const reseal = (sealed: Buffer): Buffer =>
    sealSecret(secrets, account, row.id, openSecret(secrets, account, row.id, sealed));
  await transaction.run(
    "update webhook_endpoints set sealed_secret = $3, sealed_former_secret = $4 where account_id = $1 and id = $2",
    [account, row.id, reseal(row.sealed_secret), row.sealed_former_secret && reseal(row.sealed_former_secret)],
  );
  return true;
}
