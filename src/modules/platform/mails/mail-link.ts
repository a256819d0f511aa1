import type { AccountScope } from "../../../database/sql/account-scope.ts";
import type { Transaction } from "../../../database/sql/transaction.ts";
import type { Secrets } from "../../../kernel/access/secrets.ts";

/** The context in which a mail's link is sealed: it opens in no other row. */
export const linkOwner = (account: number, mail: number): string => `mails ${account} ${mail}`;

/** Reseals the links of an account's queued mails that use former keys, one by one. */
export async function resealMailLinks(scope: AccountScope, secrets: Secrets, account: number): Promise<void> {
  while (await scope.transaction((transaction) => resealOne(transaction, secrets, account)));
}

async function resealOne(transaction: Transaction, secrets: Secrets, account: number): Promise<boolean> {
  const row = await transaction.row<{ id: number; sealed_link: Buffer }>(
    `select id, sealed_link from mails
     where account_id = $1 and sealed_link is not null and secrets_key_id <> $2 order by id limit 1 for no key update`,
    [account, secrets.keyId()],
  );
  if (!row) return false;
  const owner = linkOwner(account, row.id);
  await transaction.run("update mails set sealed_link = $3 where account_id = $1 and id = $2", [
    ...[account, row.id, secrets.seal(secrets.open(row.sealed_link, owner), owner)],
  ]);
  return true;
}
