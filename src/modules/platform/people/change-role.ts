import type { Transaction } from "../../../database/sql/transaction.ts";
import { invalid } from "../../../kernel/errors.ts";
import { revokeAgentTokensIn } from "../access/agent-tokens/revoke-token.ts";
import { isManaging, type Role } from "../access/roles.ts";

/** Somebody who works for an account. */
export interface Member {
  readonly account: number;
  readonly user: number;
}

/**
 * Makes a person something else in an account. Agents' tokens of theirs that reach it end with the right to make them.
 * @returns how many agents' tokens ended
 * @throws RequestError 422 when they do not work for it, or are its last owner
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
 * Takes a person out of an account. They stay a person, who may work for others.
 * @param transaction in the scope of the account
 * @returns how many agents' tokens of theirs ended, which reached it
 * @throws RequestError 422 when they do not work for it, or are its last owner
 */
export async function removeMember(transaction: Transaction, member: Member): Promise<number> {
  if ((await lockMember(transaction, member)) === "owner") await assertOtherOwner(transaction, member);
  await transaction.row<{ removed: boolean }>("select remove_member($1, $2) as removed", [member.account, member.user]);
  return revokeAgentTokensIn(transaction, member.account, member.user);
}

/** The account first: of two who leave it at once, one is its last owner. */
async function lockMember(transaction: Transaction, { account, user }: Member): Promise<Role> {
  await transaction.run("select from accounts where id = $1 for no key update", [account]);
  const row = await transaction.row<{ role: Role }>(
    "select role from memberships where account_id = $1 and user_id = $2",
    [account, user],
  );
  if (!row) throw invalid({ user: [`the user ${user} does not work for the account ${account}`] });
  return row.role;
}

async function assertOtherOwner(transaction: Transaction, { account, user }: Member): Promise<void> {
  const other = await transaction.row<{ user_id: number }>(
    "select user_id from memberships where account_id = $1 and user_id <> $2 and role = 'owner' limit 1",
    [account, user],
  );
  if (!other)
    throw invalid({
      user: [`the user ${user} is the last owner of the account ${account}: give it another one first`],
    });
}
