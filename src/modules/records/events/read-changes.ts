import type { AccountScope } from "../../../database/sql/account-scope.ts";
import type { PublishedChange } from "../../../kernel/changes/change.ts";
import { type ChangeRow, publishedChange } from "./published-change.ts";

/** Which changes are read. */
interface ChangesAsked {
  readonly account: number;
  /** The id behind which they are. */
  readonly after: number;
  readonly most: number;
  readonly resources: readonly string[];
  /** Absent: all types. */
  readonly types: ReadonlySet<string> | undefined;
}

/**
 * Changes of an account in their order. `last` is how far was looked: behind the last one when there are as many as were asked for, else
 * to the end of what is published.
 */
export function readChanges(
  scope: AccountScope,
  { account, after, most, resources, types }: ChangesAsked,
): Promise<{ changes: PublishedChange[]; last: number }> {
  // One snapshot: what is published between the two statements would be passed over.
  return scope.transaction(async (transaction) => {
    const rows = await transaction.rows<ChangeRow>(
      `select id, resource, record_id, type, occurred_at, actor_type, actor_id, actor_name, request_id, changes
       from changes where account_id = $1 and id > $2 and resource = any ($3::text[]) and ($4::text[] is null or type = any ($4))
       order by id limit $5`,
      [account, after, [...resources], types ? [...types] : null, most],
    );
    const changes = rows.map((row) => publishedChange(account, row));
    if (changes.length === most) return { changes, last: changes.at(-1)?.id ?? after };
    const newest = await transaction.row<{ id: number | null }>(
      "select max(id) as id from changes where account_id = $1",
      [account],
    );
    return { changes, last: Math.max(after, newest?.id ?? 0) };
  }, "read");
}
