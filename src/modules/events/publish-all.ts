import type { AccountScope } from "../../database/account-scope.ts";
import type { ReadScope } from "../../kernel/read/read-scope.ts";
import type { QueryCache } from "../../kernel/read/query-cache.ts";
import { queueMessages } from "../webhooks/queue-messages.ts";
import { largestBatch, publishChanges } from "./publish-changes.ts";

/**
 * Publishes all that an account has in its outbox, and queues what its webhook endpoints are told of it: to be called before its changes
 * are read, so that one reads what one has written.
 * @returns how many changes there were
 */
export async function publishAll(scope: AccountScope, account: number, queries: QueryCache): Promise<number> {
  for (let published = 0; ; ) {
    const [row] = await scope.read(
      { name: "changes to publish", text: "select exists (select from change_outbox where account_id = $1)" },
      [account],
    );
    if (row?.[0] !== "t") return published;
    const changes = await scope.transaction(async (transaction) => {
      const context = { transaction, account: { id: account }, queries };
      const published = await publishChanges(context);
      await queueMessages(context, published);
      return published;
    });
    published += changes.length;
    if (changes.length < largestBatch / 2) return published;
  }
}

/** The same for a caller's accounts, before records are read that show their changes. */
export async function publishForCaller({ database, caller, queries }: ReadScope<AccountScope>): Promise<void> {
  for (const account of caller.accounts) await publishAll(database, account, queries);
}
