import type { Transaction } from "../../../database/sql/transaction.ts";
import type { Reader } from "../../../kernel/read/visible/read-scope.ts";
import { type Role, roleOf } from "../access/roles.ts";
import { digestOfToken } from "./passwords/secret-link.ts";

/** An invitation that can be accepted. */
export interface OpenInvitation {
  readonly account: number;
  readonly businessName: string;
  readonly email: string;
  readonly role: Role;
  /** Whether a person with this address can already sign in. */
  readonly isKnown: boolean;
}

/** SQL: the invitation is unused, not withdrawn and not expired, its inviter is still an enabled owner, and the account is open. */
export const isOpen = `invitations.accepted_at is null and invitations.withdrawn_at is null and invitations.expires_at > statement_timestamp()
  and (invitations.invited_by_user_id is null or exists (
    select from memberships as inviter join users as inviting_person on inviting_person.id = inviter.user_id
    where inviting_person.disabled_at is null and inviter.account_id = invitations.account_id
      and inviter.user_id = invitations.invited_by_user_id and inviter.role = 'owner'))
  and exists (select from accounts as inviting where inviting.id = invitations.account_id and inviting.closed_at is null)`;

/** A link's invitation; undefined if the link is unknown or no longer valid. */
export async function invitationOf(database: Reader, token: string): Promise<OpenInvitation | undefined> {
  const digest = digestOfToken(token);
  if (!digest) return undefined;
  const [row] = await database.read(
    {
      text: `select invitations.account_id, accounts.business_name, invitations.email, invitations.role,
          exists (select from users where lower(users.email) = lower(invitations.email) and users.password_digest is not null)
        from invitations join accounts on accounts.id = invitations.account_id
        where invitations.digest = $1::bytea and ${isOpen}`,
    },
    [digest],
  );
  if (!row) return undefined;
  const [account, businessName, email, role, isKnown] = row;
  return {
    account: Number(account),
    businessName: businessName ?? "",
    email: email ?? "",
    role: roleOf(role),
    isKnown: isKnown === "t",
  };
}

/** An invitation as the account's owners see it. */
export interface ListedInvitation {
  readonly id: number;
  readonly email: string;
  readonly role: Role;
  readonly rentals: readonly number[];
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

/** The account's open invitations, newest first. */
export async function openInvitations(database: Reader, account: number): Promise<ListedInvitation[]> {
  const rows = await database.read(
    {
      text: `select id, email, role, extract(epoch from expires_at) * 1000, array_to_string(rental_ids, ',') from invitations
        where account_id = $1::bigint and ${isOpen} order by id desc limit 100`,
    },
    [account],
  );
  return rows.map(([id, email, role, expiresAt, rentals]) => ({
    id: Number(id),
    email: email ?? "",
    role: roleOf(role),
    rentals: rentals ? rentals.split(",").map(Number) : [],
    expiresAt: Number(expiresAt),
  }));
}

/** Withdraws an invitation. @returns false if there is no open one */
export async function withdrawInvitation(transaction: Transaction, account: number, id: number): Promise<boolean> {
  const withdrawn = await transaction.run(
    `update invitations set withdrawn_at = statement_timestamp()
     where account_id = $1 and id = $2 and accepted_at is null and withdrawn_at is null`,
    [account, id],
  );
  return withdrawn > 0;
}
