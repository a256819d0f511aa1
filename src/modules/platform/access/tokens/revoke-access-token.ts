import type { Transaction } from "../../../../database/sql/transaction.ts";
import { invalid, notFound } from "../../../../kernel/errors.ts";
import { digestOf } from "../access-token.ts";
import { isWanted, type TokenFilter, withGrant } from "./list-access-tokens.ts";

const fingerprint = /^[0-9a-f]{16}$/;

/**
 * Revokes a token: the next request with it gets a 401.
 * @param named the token itself, or its fingerprint
 * @throws RequestError 404 if the token is unknown or already revoked
 */
export async function revokeAccessToken(transaction: Transaction, named: string): Promise<void> {
  const revoked = await transaction.run(
    `update access_tokens set revoked_at = now()
     where revoked_at is null and (digest = $1 or (digest >= $2 and digest < $2 || decode(repeat('ff', 25), 'hex')))`,
    // If it is not a fingerprint, 33 bytes match no digest's prefix.
    [digestOf(named), fingerprint.test(named) ? Buffer.from(named, "hex") : Buffer.alloc(33, 0xff)],
  );
  if (revoked === 0) throw notFound("Token not found, or already revoked.");
}

/**
 * Revokes all tokens of an application, an account, a person, or a combination, with the grants that could issue new ones.
 * @returns the number of revoked tokens
 * @throws RequestError 422 if no filter is set, because that would revoke every token
 */
export async function revokeAccessTokens(transaction: Transaction, filter: TokenFilter): Promise<number> {
  const { account, application, user } = filter;
  if (account === undefined && application === undefined && user === undefined)
    throw invalid({ token: ["can't be blank. Name a token, or use --all with --account, --application or --user"] });
  const values = [account ?? null, application ?? null, user ?? null];
  await transaction.run(
    `update grants set revoked_at = statement_timestamp()
     where revoked_at is null and ($1::bigint is null or account_id = $1) and ($2::bigint is null or application_id = $2)
       and ($3::bigint is null or user_id = $3)`,
    values,
  );
  return transaction.run(
    `update access_tokens set revoked_at = statement_timestamp() where revoked_at is null and digest in (
       select digest from access_tokens ${withGrant} where ${isWanted}
     )`,
    values,
  );
}
