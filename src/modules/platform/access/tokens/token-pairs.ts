import type { Transaction } from "../../../../database/sql/transaction.ts";
import { isScope, type Scope } from "../../../../kernel/access/scopes.ts";
import { digestOf } from "../access-token.ts";
import type { Application } from "../applications/registered-application.ts";
import { OAuthError } from "./oauth-error.ts";

/** An exchangeable refresh token, whose grant is locked. */
export interface PresentedPair {
  readonly account: number;
  readonly id: number;
  readonly grant: number;
  /** The scopes that the person approved. An access token may have fewer. */
  readonly scopes: readonly Scope[];
}

/**
 * SQL: whether a pair's refresh token can be exchanged. A client may refresh concurrently or lose a response, so it can be exchanged
 * again for a minute, each time for an additional pair (docs/guides/oauth.md).
 */
export const isExchangeable =
  "(token_pairs.refreshed_at is null or token_pairs.refreshed_at > statement_timestamp() - interval '60 seconds')";

/**
 * Looks up a refresh token and locks its grant, which serializes refreshes and revocations.
 * @throws OAuthError invalid_grant
 */
export async function presentRefreshToken(
  transaction: Transaction,
  application: Application,
  token: string,
): Promise<PresentedPair> {
  const pair = await transaction.row<{ account_id: number; id: number; grant_id: number }>(
    "select account_id, id, grant_id from token_pairs where refresh_digest = $1",
    [digestOf(token)],
  );
  const grant =
    pair &&
    (await transaction.row<{ application_id: number; scopes: string[]; revoked_at: number | null; closed: boolean }>(
      `select application_id, scopes, revoked_at,
         exists (select from accounts where accounts.id = grants.account_id and closed_at is not null) as closed
       from grants where account_id = $1 and id = $2 for update`,
      [pair.account_id, pair.grant_id],
    ));
  if (!pair || grant?.application_id !== application.id) throw invalidGrant("The refresh token is unknown.");
  if (grant.revoked_at !== null) throw invalidGrant("The refresh token is revoked.");
  if (grant.closed) throw invalidGrant("The account is closed.");
  const exchangeable = await transaction.run(
    `select id from token_pairs where account_id = $1 and id = $2 and ${isExchangeable}`,
    [pair.account_id, pair.id],
  );
  if (exchangeable === 0)
    throw invalidGrant("The refresh token was exchanged more than a minute ago. Use its successor.");
  return { account: pair.account_id, id: pair.id, grant: pair.grant_id, scopes: grant.scopes.filter(isScope) };
}

/** Exchanges a refresh token for a new pair of the same grant. @returns the new pair's id */
export async function exchangePair(
  transaction: Transaction,
  { account, id, grant }: PresentedPair,
  refreshToken: string,
): Promise<number> {
  await transaction.run(
    "update token_pairs set refreshed_at = statement_timestamp() where account_id = $1 and id = $2 and refreshed_at is null",
    [account, id],
  );
  return addPair(transaction, { account, grant }, refreshToken);
}

/** Adds a pair to a grant; the caller then adds its access token. @returns its id */
export async function addPair(
  transaction: Transaction,
  { account, grant }: { readonly account: number; readonly grant: number },
  refreshToken: string,
): Promise<number> {
  const row = await transaction.row<{ id: number }>(
    "insert into token_pairs (account_id, grant_id, refresh_digest) values ($1, $2, $3) returning id",
    [account, grant, digestOf(refreshToken)],
  );
  if (!row) throw new Error("The insert into token_pairs returned no id.");
  return row.id;
}

function invalidGrant(description: string): OAuthError {
  return new OAuthError("invalid_grant", description);
}
