import type { Transaction } from "../../../database/sql/transaction.ts";
import { daysUntilErased } from "./close-account.ts";

/** What is kept of an account itself, with what anybody may count. Moments are epoch milliseconds. */
interface KeptAccount {
  readonly id: number;
  readonly name: string;
  readonly email: string | null;
  /** What the API tells of it: `trial`, `paying` or `suspended`. */
  readonly status: string;
  readonly closedAt: number | null;
  /** When it is erased, unless it is opened again. */
  readonly erasedAt: number | null;
  readonly currency: string;
  readonly timeZone: string;
  readonly defaultLocale: string;
  readonly locales: string[];
  readonly createdAt: number;
  readonly people: number;
  /** Applications that it has installed. */
  readonly applications: number;
}

/** An account as its administrator sees it. */
export interface ListedAccount extends KeptAccount {
  /** `disabled` is closed without an export: it is never erased. */
  readonly state: "open" | "disabled" | "closed";
  readonly rentals: number;
  /** Those that are not canceled. */
  readonly bookings: number;
}

/**
 * Accounts by their ids, with what they have.
 * @param transaction of any scope: it goes on in that of these accounts
 * @param only these, or all
 */
export async function listAccounts(transaction: Transaction, only?: readonly number[]): Promise<ListedAccount[]> {
  const rows = await transaction.rows<KeptAccount & Record<string, unknown>>(
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
