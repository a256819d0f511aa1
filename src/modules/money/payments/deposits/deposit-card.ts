import type { AccountScope } from "../../../../database/sql/account-scope.ts";
import type { Transaction } from "../../../../database/sql/transaction.ts";
import type { Secrets } from "../../../../kernel/access/secrets.ts";
import { cardOwner } from "../perform/deposit-outcome.ts";

/** Opens the gateway's reference of a booking's saved card. @throws Error when the key that sealed it is no longer configured */
export function openCard(secrets: Secrets, account: number, booking: number, sealed: Buffer): string {
  return secrets.open(sealed, cardOwner(account, booking));
}

/** Reseals the account's saved cards that still use an earlier key, one by one. */
export async function resealCards(scope: AccountScope, secrets: Secrets, account: number): Promise<void> {
  while (await scope.transaction((transaction) => resealOne(transaction, secrets, account)));
}

async function resealOne(transaction: Transaction, secrets: Secrets, account: number): Promise<boolean> {
  const row = await transaction.row<{ id: number; booking_id: number; sealed_card: Buffer }>(
    `select id, booking_id, sealed_card from damage_deposits
     where account_id = $1 and sealed_card is not null and secrets_key_id <> $2 order by id limit 1 for no key update`,
    [account, secrets.keyId()],
  );
  if (!row) return false;
  const card = openCard(secrets, account, row.booking_id, row.sealed_card);
  await transaction.run("update damage_deposits set sealed_card = $3 where account_id = $1 and id = $2", [
    ...[account, row.id, secrets.seal(card, cardOwner(account, row.booking_id))],
  ]);
  return true;
}
