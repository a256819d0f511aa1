import type { AccountScope } from "../../../../database/sql/account-scope.ts";
import type { Transaction } from "../../../../database/sql/transaction.ts";
import type { Secrets } from "../../../../kernel/access/secrets.ts";
import type { AccountTransaction } from "../../../../kernel/write/context.ts";

const ownerOf = (account: number, payment: number): string => `payments ${account} ${payment}`;

/** Stores a card token, sealed, until it is used, together with its masked form. */
export async function storeToken(
  { transaction, account, secrets }: AccountTransaction & { readonly secrets: Secrets },
  payment: number,
  { token, shown }: { readonly token: string; readonly shown: string },
): Promise<void> {
  await transaction.run(
    "update payments set sealed_token = $3, credit_card_token = $4 where account_id = $1 and id = $2",
    [account.id, payment, secrets.seal(token, ownerOf(account.id, payment)), shown],
  );
}

/** @throws Error when the key that sealed the token is no longer configured */
export function openToken(secrets: Secrets, account: number, payment: number, sealed: Buffer): string {
  return secrets.open(sealed, ownerOf(account, payment));
}

/** Reseals the account's pending tokens that still use an earlier key, one by one. */
export async function resealTokens(scope: AccountScope, secrets: Secrets, account: number): Promise<void> {
  while (await scope.transaction((transaction) => resealOne(transaction, secrets, account)));
}

async function resealOne(transaction: Transaction, secrets: Secrets, account: number): Promise<boolean> {
  const row = await transaction.row<{ id: number; sealed_token: Buffer }>(
    `select id, sealed_token from payments
     where account_id = $1 and sealed_token is not null and secrets_key_id <> $2 order by id limit 1 for no key update`,
    [account, secrets.keyId()],
  );
  if (!row) return false;
  const sealed = secrets.seal(openToken(secrets, account, row.id, row.sealed_token), ownerOf(account, row.id));
  await transaction.run("update payments set sealed_token = $3 where account_id = $1 and id = $2", [
    account,
    row.id,
    sealed,
  ]);
  return true;
}
