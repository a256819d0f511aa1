import type { AccountScope } from "../../../database/sql/account-scope.ts";
import type { PublishedChange } from "../../../kernel/changes/change.ts";
import { type ChangeRow, publishedChange } from "./published-change.ts";

/** Selects the changes to read. */
interface ChangesQuery {
  readonly account: number;
  /** Only changes with a greater id. */
  readonly after: number;
  readonly limit: number;
  readonly resources: readonly string[];
  /** Undefined: all types. */
  readonly types: ReadonlySet<string> | undefined;
}

/** Reads an account's changes in order. `last` is the position reached: the last change of a full page, otherwise the end of the feed. */
export function readChanges(
  scope: AccountScope,
  { account, after, limit, resources, types }: ChangesQuery,
): Promise<{ changes: PublishedChange[]; last: number }> {
  // One snapshot: a change published between the two statements would be skipped.
  return scope.transaction(async (transaction) => {
    const rows = await transaction.rows<ChangeRow>(
      `select id, resource, record_id, type, occurred_at, actor_type, actor_id, actor_name, request_id, changes
       from changes where account_id = $1 and id > $2 and resource = any ($3::text[]) and ($4::text[] is null or type = any ($4))
       order by id limit $5`,
      [account, after, [...resources], types ? [...types] : null, limit],
    );
    const changes = rows.map((row) => publishedChange(account, row));
    if (changes.length === limit) return { changes, last: changes.at(-1)?.id ?? after };
    const newest = await transaction.row<{ id: number | null }>(
      "select max(id) as id from changes where account_id = $1",
      [account],
    );
    return { changes, last: Math.max(after, newest?.id ?? 0) };
  }, "read");
}
