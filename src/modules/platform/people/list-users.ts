import type { Transaction } from "../../../database/sql/transaction.ts";
import type { Role } from "../access/roles.ts";

/** A person's own data. Times are epoch milliseconds. */
interface StoredUser {
  readonly id: number;
  readonly email: string;
  readonly name: string;
  /** Their language in mails; null until they choose one. */
  readonly locale: string | null;
  readonly hasPassword: boolean;
  /** Null if they may sign in. */
  readonly disabledAt: number | null;
  /** Last activity in a stored session. */
  readonly lastSeenAt: number | null;
  readonly createdAt: number;
}

/** A person as an administrator sees them. */
export interface ListedUser extends StoredUser {
  /** Their accounts, with their roles. */
  readonly accounts: readonly {
    readonly account: number;
    readonly name: string;
    readonly role: Role;
    /** Ids of assigned rentals, for accounts in the transaction's scope. */
    readonly rentals: readonly number[];
  }[];
}

/** Filters; without any, all people are listed. */
export interface UserFilter {
  readonly account?: number | undefined;
  readonly user?: number | undefined;
}

type Member = { user: number; account: number; name: string; role: Role; rentals: number[] };

/** Lists people by id. */
export async function listUsers(transaction: Transaction, { account, user }: UserFilter): Promise<ListedUser[]> {
  const rows = await transaction.rows<StoredUser & Record<string, unknown>>(
    `select id, email, fullname as name, locale, password_digest is not null as "hasPassword", disabled_at as "disabledAt",
       (select max(last_seen_at) from sessions where user_id = users.id) as "lastSeenAt", created_at as "createdAt"
     from users where ($1::bigint is null or id = $1) and ($2::bigint is null or exists (
       select from memberships where account_id = $2 and user_id = users.id
     )) order by id`,
    [user ?? null, account ?? null],
  );
  const members = await transaction.rows<Member>(
    `select user_id as user, account_id as account, business_name as name, role, array(
         select rental_id from membership_rentals as theirs
         where theirs.account_id = memberships.account_id and theirs.user_id = memberships.user_id order by 1
       ) as rentals
     from memberships join accounts on accounts.id = account_id where user_id = any ($1::bigint[]) order by account_id`,
    [rows.map(({ id }) => id)],
  );
  const byUser = Map.groupBy(members, (member) => member.user);
  return rows.map((row) => ({
    ...row,
    accounts: (byUser.get(row.id) ?? []).map(({ account: id, name, role, rentals }) => ({
      account: id,
      name,
      role,
      rentals,
    })),
  }));
}
