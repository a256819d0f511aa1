import { randomBytes } from "node:crypto";
import type { AccountScope } from "../../../../database/sql/account-scope.ts";
import type { Transaction } from "../../../../database/sql/transaction.ts";
import type { Secrets } from "../../../../kernel/access/secrets.ts";

/** What signs the messages to an endpoint, as Standard Webhooks writes it. */
export const newSecret = (): string => `whsec_${randomBytes(24).toString("base64")}`;

const ownerOf = (account: number, endpoint: number): string => `webhook_endpoints ${account} ${endpoint}`;

/** Seals a secret of an endpoint, its present or its former one: it opens as no other endpoint's. */
export function sealSecret(secrets: Secrets, account: number, endpoint: number, secret: string): Buffer {
  return secrets.seal(secret, ownerOf(account, endpoint));
}

/** A secret of an endpoint in clear, such as `whsec_…`. @throws Error when it is another's */
export function openSecret(secrets: Secrets, account: number, endpoint: number, sealed: Buffer): string {
  return secrets.open(sealed, ownerOf(account, endpoint));
}

/** Seals the secrets of an account's endpoints anew that were sealed under former keys, endpoint by endpoint. */
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
  const again = (sealed: Buffer): Buffer =>
    sealSecret(secrets, account, row.id, openSecret(secrets, account, row.id, sealed));
  await transaction.run(
    "update webhook_endpoints set sealed_secret = $3, sealed_former_secret = $4 where account_id = $1 and id = $2",
    [account, row.id, again(row.sealed_secret), row.sealed_former_secret && again(row.sealed_former_secret)],
  );
  return true;
}
