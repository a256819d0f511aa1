import type { Statement } from "../../../database/sql/transaction.ts";
import type { Reader } from "../../../kernel/read/visible/read-scope.ts";
import { type Role, roleOf } from "../access/roles.ts";

/** A person's membership in one account. */
export interface Membership {
  readonly accountId: number;
  readonly businessName: string;
  readonly role: Role;
  /** The business's two-letter country code (ISO 3166-1), or null. */
  readonly country: string | null;
  /** IANA, such as Europe/Lisbon. */
  readonly timeZone: string;
  /** Epoch milliseconds. */
  readonly since: number;
}

const ofUser: Statement = {
  name: "memberships of a user",
  text: `
    select accounts.id, accounts.business_name, memberships.role, accounts.country_code, accounts.time_zone,
      extract(epoch from memberships.created_at) * 1000
    from memberships join accounts on accounts.id = memberships.account_id
    where memberships.user_id = $1::bigint and accounts.closed_at is null order by lower(accounts.business_name), accounts.id`,
};

/** A person's memberships, by account name, without closed accounts. */
export async function membershipsOf(database: Reader, userId: number): Promise<Membership[]> {
  const rows = await database.read(ofUser, [userId]);
  return rows.map(([id, businessName, role, country, timeZone, since]) => ({
    accountId: Number(id),
    businessName: businessName ?? "",
    role: roleOf(role),
    country: country ?? null,
    timeZone: timeZone ?? "UTC",
    since: Number(since),
  }));
}
