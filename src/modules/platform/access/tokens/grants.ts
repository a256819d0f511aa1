import type { Transaction } from "../../../../database/sql/transaction.ts";
import type { Scope } from "../../../../kernel/access/scopes.ts";

/** An authorization, from which a family of tokens descends. */
export interface NewGrant {
  readonly account: number;
  readonly application: number;
  readonly user: number;
  readonly scopes: readonly Scope[];
}

/** Creates a grant. @returns its id */
export async function beginGrant(transaction: Transaction, grant: NewGrant): Promise<number> {
  const row = await transaction.row<{ id: number }>(
    "insert into grants (account_id, application_id, user_id, scopes) values ($1, $2, $3, $4) returning id",
    [grant.account, grant.application, grant.user, [...grant.scopes]],
  );
  if (!row) throw new Error("The insert into grants returned no id.");
  return row.id;
}

/** Revokes a grant and all its tokens. */
export async function revokeGrant(transaction: Transaction, account: number, grant: number): Promise<void> {
  await transaction.run(
    "update grants set revoked_at = statement_timestamp() where account_id = $1 and id = $2 and revoked_at is null",
    [account, grant],
  );
  await transaction.run(
    `update access_tokens set revoked_at = statement_timestamp()
     where account_id = $1 and revoked_at is null
       and pair_id in (select id from token_pairs where account_id = $1 and grant_id = $2)`,
    [account, grant],
  );
}

/**
 * Revokes all of a person's codes, grants and tokens in every account. The steps follow the lock order of exchanges and refreshes.
 * @returns the number of revoked grants
 */
export async function revokeGrantsOf(transaction: Transaction, user: number): Promise<number> {
  await transaction.run(
    "update authorization_codes set used_at = statement_timestamp() where user_id = $1 and used_at is null",
    [user],
  );
  const revoked = await transaction.run(
    "update grants set revoked_at = statement_timestamp() where user_id = $1 and revoked_at is null",
    [user],
  );
  await transaction.run(
    `update access_tokens set revoked_at = statement_timestamp() where revoked_at is null and (account_id, pair_id) in (
       select token_pairs.account_id, token_pairs.id from token_pairs
       join grants on grants.account_id = token_pairs.account_id and grants.id = token_pairs.grant_id where grants.user_id = $1
     )`,
    [user],
  );
  return revoked;
}
