import type { Transaction } from "../../../database/sql/transaction.ts";
import { daysUntilErased } from "./close-account.ts";

/** An account's own data, with counts that need no account scope. Times are epoch milliseconds. */
interface StoredAccount {
  readonly id: number;
  readonly name: string;
  readonly email: string | null;
  /** Its status in the API: `trial`, `paying` or `suspended`. */
  readonly status: string;
  readonly closedAt: number | null;
  /** The time of its erasure unless it is reopened. */
  readonly erasedAt: number | null;
  readonly currency: string;
  readonly timeZone: string;
  readonly defaultLocale: string;
  readonly locales: string[];
  readonly createdAt: number;
  readonly people: number;
  /** Number of installed applications. */
  readonly applications: number;
}

/** An account as its administrator sees it. */
export interface ListedAccount extends StoredAccount {
  /** `disabled` means closed without an export, so that it is never erased. */
  readonly state: "open" | "disabled" | "closed";
  readonly rentals: number;
  /** Without canceled ones. */
  readonly bookings: number;
}

/**
 * Lists accounts by id, with counts of their records.
 * @param transaction of any scope; it then enters these accounts' scope
 * @param only ids of the accounts to list; all by default
 */
export async function listAccounts(transaction: Transaction, only?: readonly number[]): Promise<ListedAccount[]> {
  const rows = await transaction.rows<StoredAccount & Record<string, unknown>>(
    `select id, business_name as name, email, status, closed_at as "closedAt",
       case when exported_at is not null then closed_at + interval '${daysUntilErased} days' end as "erasedAt",
       default_currency as currency, time_zone as "timeZone", default_locale as "defaultLocale", selected_locales as locales,
       created_at as "createdAt", (select count(*) from memberships where account_id = accounts.id) as people,
       (select count(*) from accounts_applications where account_id = accounts.id and uninstalled_at is null) as applications
     from accounts where $1::bigint[] is null or id = any ($1) order by id`,
    [only ?? null],
  );
  await transaction.enter(rows.map(({ id }) => id));
  const counts = await countsOf(
    transaction,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    ...row,
    state: row.closedAt === null ? "open" : row.erasedAt === null ? "disabled" : "closed",
    ...(counts.get(row.id) ?? { rentals: 0, bookings: 0 }),
  }));
}

async function countsOf(
  transaction: Transaction,
  accounts: readonly number[],
): Promise<Map<number, { rentals: number; bookings: number }>> {
  const rows = await transaction.rows<{ id: number; rentals: number; bookings: number }>(
    `select id, (select count(*) from rentals where rentals.account_id = asked.id and deleted_at is null) as rentals, (
         select coalesce(sum(total), 0) from record_counts
         where record_counts.account_id = asked.id and counted = 'bookings' and span = 'month'
       )::bigint + noted_changes(array[id], 'bookings') as bookings
     from unnest($1::bigint[]) as asked (id)`,
    [[...accounts]],
  );
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}
