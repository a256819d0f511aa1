import type { ChangeOfRecord } from "../../../kernel/changes/change.ts";
import type { AccountTransaction } from "../../../kernel/write/context.ts";
import { recordIdOf } from "./published-change.ts";

/** Rows of the outbox that one transaction takes at most. */
export const largestBatch = 1000;

/** Changes that one call has published: the ids of the first and the last one, between which the account has no others. */
export interface PublishedRange {
  readonly first: number;
  readonly last: number;
  readonly count: number;
}

/**
 * Puts what committed transactions have left in the outbox of an account into its order (docs/design/changes.md): from then on it is
 * in the feed, in the history, and on its way to whoever is told. Other calls for the account wait for the end of the transaction.
 * @returns what was published: at most what became of `largestBatch` rows; undefined for nothing
 */
export async function publishChanges({
  transaction,
  account,
}: AccountTransaction): Promise<PublishedRange | undefined> {
  const row = await transaction.row<{ published: number[] }>("select publish_range($1, $2) as published", [
    account.id,
    largestBatch,
  ]);
  const [first, last, count] = row?.published ?? [];
  if (!first || !last || !count) return undefined;
  return { first, last, count };
}

/** What those changes are of, in their order. Their values, most of what is stored of them, are not read. */
export async function readPublished(
  { transaction, account }: AccountTransaction,
  { first, last }: PublishedRange,
): Promise<ChangeOfRecord[]> {
  const rows = await transaction.rows<{
    id: number;
    resource: string;
    record_id: string;
    type: string;
    occurred_at: number;
    changed: string[];
  }>(
    `select id, resource, record_id, type, occurred_at, array(select jsonb_object_keys(changes)) as changed
     from changes where account_id = $1 and id between $2 and $3 order by id`,
    [account.id, first, last],
  );
  return rows.map(({ record_id: record, occurred_at: occurredAt, ...row }) => ({
    ...row,
    account: account.id,
    recordId: recordIdOf(record),
    occurredAt,
  }));
}
