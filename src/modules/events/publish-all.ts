import type { AccountScope } from "../../database/account-scope.ts";
import { largestBatch, publishChanges } from "./publish-changes.ts";

/**
 * Publishes all that an account has in its outbox: to be called before its changes are read, so that one reads what one has written.
 * @returns how many changes there were
 */
export async function publishAll(scope: AccountScope, account: number): Promise<number> {
  for (let published = 0; ; ) {
    const [row] = await scope.read(
      { name: "changes to publish", text: "select exists (select from change_outbox where account_id = $1)" },
      [account],
    );
    if (row?.[0] !== "t") return published;
    const changes = await scope.transaction((transaction) => publishChanges({ transaction, account: { id: account } }));
    published += changes.length;
    if (changes.length < largestBatch / 2) return published;
  }
}

/** The same for several accounts, before records are read that show their changes. */
export async function publishAccounts(scope: AccountScope, accounts: readonly number[]): Promise<void> {
  for (const account of accounts) await publishAll(scope, account);
}
