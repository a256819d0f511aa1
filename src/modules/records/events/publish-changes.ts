import type { ChangeOfRecord } from "../../../kernel/changes/change.ts";
import type { AccountTransaction } from "../../../kernel/write/context.ts";
import { recordIdOf } from "./published-change.ts";

/** Outbox rows that one transaction publishes at most. */
export const maxBatchRows = 1000;

/** The ids of the first and last change of one call. The account has no others in between. */
export interface PublishedRange {
  readonly first: number;
  readonly last: number;
  readonly count: number;
}

/**
 * Moves committed changes from an account's outbox into the feed and the history, in order (docs/design/changes.md).
 * Other calls for the account wait for the end of the transaction.
 * @returns the published range, of at most `maxBatchRows` outbox rows; undefined if there was nothing
 */
export async function publishChanges({
  transaction,
  account,
}: AccountTransaction): Promise<PublishedRange | undefined> {
  const row = await transaction.row<{ published: number[] }>("select publish_range($1, $2) as published", [
    account.id,
    maxBatchRows,
  ]);
  const [first, last, count] = row?.published ?? [];
  if (!first || !last || !count) return undefined;
  return { first, last, count };
}

/** The published changes in order, without their values, which are most of the stored data. */
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
