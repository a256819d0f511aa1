import type { AccountScope } from "../../../database/sql/account-scope.ts";
import type { QueryCache } from "../../../kernel/read/query-cache.ts";
import type { ReadScope } from "../../../kernel/read/visible/read-scope.ts";
import { queueMessages } from "../webhooks/deliver/queue-messages.ts";
import { publishChanges, readPublished } from "./publish-changes.ts";

const newest = "select max(id) from change_outbox where account_id = $1";
const remaining = "select exists (select from change_outbox where account_id = $1 and id <= $2)";

/**
 * Publishes all that an account has in its outbox when it is called, and queues what its webhook endpoints are told of it: to be called
 * before its changes are read, so that one reads what one has written. However many rows become one change, or none, nothing of it is left.
 * @returns how many changes there were
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

/** The same for a caller's accounts, before records are read that show their changes. */
export async function publishForCaller({ database, caller, queries }: ReadScope<AccountScope>): Promise<void> {
  for (const account of caller.accounts) await publishAll(database, account, queries);
}

/** @returns how many changes there were */
function publishSome(scope: AccountScope, account: number, queries: QueryCache): Promise<number> {
  return scope.transaction(async (transaction) => {
    const context = { transaction, account: { id: account }, queries };
    const published = await publishChanges(context);
    if (!published) return 0;
    await queueMessages(context, () => readPublished(context, published));
    return published.count;
  });
}
