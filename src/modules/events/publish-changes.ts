import type { PublishedChange } from "../../kernel/changes/change.ts";
import type { AccountTransaction } from "../../kernel/write/context.ts";
import { type ChangeRow, publishedChange } from "./published-change.ts";

/** Rows of the outbox that one transaction takes at most. */
export const largestBatch = 1000;

/**
 * Puts what committed transactions have left in the outbox of an account into its order (docs/decisions/0056-changes.md): from then on it is
 * in the feed, in the history, and on its way to whoever is told. Other calls for the account wait for the end of the transaction.
 * @returns what was published, in order: at most what became of `largestBatch` rows
 */
export async function publishChanges({ transaction, account }: AccountTransaction): Promise<PublishedChange[]> {
  const rows = await transaction.rows<ChangeRow>(
    `select id, resource, record_id, type, occurred_at, actor_type, actor_id, actor_name, request_id, changes
     from publish_changes($1, $2) order by id`,
    [account.id, largestBatch],
  );
  return rows.map((row) => publishedChange(account.id, row));
}
