import type { AccountScope } from "../../../database/sql/account-scope.ts";
import type { QueryCache } from "../../../kernel/read/query-cache.ts";
import type { ReadScope } from "../../../kernel/read/visible/read-scope.ts";
import { queueNotices } from "../notifications/queue-notices.ts";
import { queueMessages } from "../webhooks/deliver/queue-messages.ts";
import { publishChanges, readPublished } from "./publish-changes.ts";

const newest = "select max(id) from change_outbox where account_id = $1";
const remaining = "select exists (select from change_outbox where account_id = $1 and id <= $2)";

/**
 * Publishes the changes in an account's outbox at the time of the call, and queues their webhook messages.
 * Call it before reading changes, so that callers read their own writes.
 * @returns the number of changes
 */
export async function publishAll(scope: AccountScope, account: number, queries: QueryCache): Promise<number> {
  const [row] = await scope.read({ name: "changes to publish", text: newest }, [account]);
  const last = row?.[0] ?? null;
  if (last === null) return 0;
  for (let published = 0; ; ) {
    published += await publishSome(scope, account, queries);
    const [left] = await scope.read({ name: "changes left to publish", text: remaining }, [account, last]);
    if (left?.[0] !== "t") return published;
  }
}

/** Publishes the changes of a caller's accounts, before reading records that show them. */
export async function publishForCaller({ database, caller, queries }: ReadScope<AccountScope>): Promise<void> {
  for (const account of caller.accounts) await publishAll(database, account, queries);
}

/** @returns the number of changes */
function publishSome(scope: AccountScope, account: number, queries: QueryCache): Promise<number> {
  return scope.transaction(async (transaction) => {
    const context = { transaction, account: { id: account }, queries };
    const published = await publishChanges(context);
    if (!published) return 0;
    await queueNotices(context, published);
    await queueMessages(context, () => readPublished(context, published));
    return published.count;
  });
}
