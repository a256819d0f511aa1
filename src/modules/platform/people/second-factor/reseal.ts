import type { Database } from "../../../../database/connect/database.ts";
import type { Transaction } from "../../../../database/sql/transaction.ts";
import type { Secrets } from "../../../../kernel/access/secrets.ts";
import { secretOwner } from "./check-second-factor.ts";

/** Reseals all second-factor secrets that use an earlier key, one by one. */
export async function resealSecondFactors(database: Database, secrets: Secrets): Promise<void> {
  while (await database.transaction((transaction) => resealOne(transaction, secrets)));
}

async function resealOne(transaction: Transaction, secrets: Secrets): Promise<boolean> {
  const row = await transaction.row<{ user_id: number; sealed_secret: Buffer }>(
    `select user_id, sealed_secret from second_factors
     where secrets_key_id <> $1 and sealed_secret is not null order by user_id limit 1 for no key update`,
    [secrets.keyId()],
  );
  if (!row) return false;
  const owner = secretOwner(row.user_id);
  await transaction.run("update second_factors set sealed_secret = $2 where user_id = $1", [
    ...[row.user_id, secrets.seal(secrets.open(row.sealed_secret, owner), owner)],
  ]);
  return true;
}
