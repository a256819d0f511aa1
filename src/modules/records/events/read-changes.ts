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

/** A page of changes. */
export interface ChangesPage {
  readonly changes: readonly PublishedChange[];
  /** The position reached: the page's last change if others follow, otherwise the end of the feed. */
  readonly last: number;
  /** When the next change occurred, in epoch milliseconds; undefined at the end of the feed. */
  readonly nextAt: number | undefined;
}

/** Reads an account's changes in order. */
export function readChanges(
  scope: AccountScope,
  { account, after, limit, resources, types }: ChangesQuery,
): Promise<ChangesPage> {
  // One snapshot: a change published between the two statements would be skipped.
  return scope.transaction(async (transaction) => {
    const rows = await transaction.rows<ChangeRow>(
      `select id, resource, record_id, type, occurred_at, actor_type, actor_id, actor_name, request_id, changes
       from changes where account_id = $1 and id > $2 and resource = any ($3::text[]) and ($4::text[] is null or type = any ($4))
       order by id limit $5`,
      [account, after, [...resources], types ? [...types] : null, limit + 1],
    );
    const changes = rows.slice(0, limit).map((row) => publishedChange(account, row));
    const next = rows[limit];
    if (next) return { changes, last: changes.at(-1)?.id ?? after, nextAt: next.occurred_at };
    const newest = await transaction.row<{ id: number | null }>(
      "select max(id) as id from changes where account_id = $1",
      [account],
    );
    return { changes, last: Math.max(after, newest?.id ?? 0), nextAt: undefined };
  }, "read");
}
