import type { Transaction } from "../../../database/sql/transaction.ts";
import { invalid } from "../../../kernel/errors.ts";
import { revokeAgentTokensIn } from "../access/agent-tokens/revoke-token.ts";
import { isManaging, type Role } from "../access/roles.ts";

/** A member of an account. */
export interface Member {
  readonly account: number;
  readonly user: number;
}

/**
 * Changes a member's role. If the new role may not create agent tokens, revokes the member's tokens that reach the account.
 * @returns the number of revoked agent tokens
 * @throws RequestError 422 if they are not a member, or are the last owner
 */
export async function changeRole(transaction: Transaction, member: Member, role: Role): Promise<number> {
  const before = await lockMember(transaction, member);
  if (before === "owner" && role !== "owner") await assertOtherOwner(transaction, member);
  await transaction.run("update memberships set role = $3 where account_id = $1 and user_id = $2", [
    member.account,
    member.user,
    role,
  ]);
  return isManaging(role) ? 0 : revokeAgentTokensIn(transaction, member.account, member.user);
}

/**
 * Removes a member from an account. The person and their other memberships stay.
 * @param transaction in the account's scope
 * @returns the number of revoked agent tokens, which reached the account
 * @throws RequestError 422 if they are not a member, or are the last owner
 */
export async function removeMember(transaction: Transaction, member: Member): Promise<number> {
  if ((await lockMember(transaction, member)) === "owner") await assertOtherOwner(transaction, member);
  await transaction.row<{ removed: boolean }>("select remove_member($1, $2) as removed", [member.account, member.user]);
  return revokeAgentTokensIn(transaction, member.account, member.user);
}

/** Locks the account first, so that two owners who leave concurrently cannot leave it without one. */
async function lockMember(transaction: Transaction, { account, user }: Member): Promise<Role> {
  await transaction.run("select from accounts where id = $1 for no key update", [account]);
  const row = await transaction.row<{ role: Role }>(
    "select role from memberships where account_id = $1 and user_id = $2",
    [account, user],
  );
  if (!row) throw invalid({ user: [`user ${user} is not a member of account ${account}`] });
  return row.role;
}

async function assertOtherOwner(transaction: Transaction, { account, user }: Member): Promise<void> {
  const other = await transaction.row<{ user_id: number }>(
    "select user_id from memberships where account_id = $1 and user_id <> $2 and role = 'owner' limit 1",
    [account, user],
  );
  if (!other)
    throw invalid({
      user: [`user ${user} is the last owner of account ${account}. Add another owner first`],
    });
}
