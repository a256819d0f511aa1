import type { Transaction } from "../../../../database/sql/transaction.ts";
import { isScope, type Scope } from "../../../../kernel/access/scopes.ts";
import { digestOf } from "../access-token.ts";
import type { Application } from "../applications/registered-application.ts";
import { revokeGrant } from "./grants.ts";
import { OAuthError } from "./oauth-error.ts";
import { newAuthorizationCode } from "./tokens.ts";

/** A code's lifetime in seconds: long enough to copy it by hand (RFC 6749, 4.1.2: at most ten minutes). */
export const codeLifetime = 300;

/** A request that a person approved (RFC 6749, 4.1.1). */
export interface ApprovedRequest {
  readonly application: Application;
  readonly redirectUri: string;
  readonly scopes: readonly Scope[];
  /** SHA-256 of the code verifier, base64url (RFC 7636). */
  readonly codeChallenge: string | undefined;
}

/** A code that is being exchanged. It is used up even if the exchange fails. */
export interface TakenCode {
  readonly digest: Buffer;
  readonly account: number;
  readonly user: number;
  readonly redirectUri: string;
  readonly scopes: readonly Scope[];
  readonly codeChallenge: string | null;
}

/**
 * Issues a code for an approved request (RFC 6749, 4.1.2). The account must have the application installed with these scopes.
 * @returns the code, of which only the SHA-256 is stored
 */
export async function issueCode(
  transaction: Transaction,
  request: ApprovedRequest,
  by: { readonly account: number; readonly user: number },
): Promise<string> {
  const code = newAuthorizationCode();
  await transaction.run(
    `insert into authorization_codes
       (digest, account_id, application_id, user_id, redirect_uri, scopes, code_challenge, code_challenge_method, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, statement_timestamp() + make_interval(secs => $9))`,
    [
      digestOf(code),
      by.account,
      request.application.id,
      by.user,
      request.redirectUri,
      [...request.scopes],
      request.codeChallenge ?? null,
      request.codeChallenge === undefined ? null : "S256",
      codeLifetime,
    ],
  );
  return code;
}

/**
 * Uses up a code. A second use is refused and revokes the tokens of the first, because the code has leaked (RFC 6749, 4.1.2;
 * RFC 9700, 4.5). Only the code's own application can do either.
 * @throws OAuthError invalid_grant
 */
export async function takeCode(
  transaction: Transaction,
  application: Application,
  code: string,
  redirectUri: string,
): Promise<TakenCode> {
  const digest = digestOf(code);
  const row = await transaction.row<{
    account_id: number;
    application_id: number;
    user_id: number;
    redirect_uri: string;
    scopes: string[];
    code_challenge: string | null;
    grant_id: number | null;
    used: boolean;
    expired: boolean;
    disabled: boolean;
    owner: boolean;
    closed: boolean;
  }>(
    `select account_id, application_id, user_id, redirect_uri, scopes, code_challenge, grant_id, used_at is not null as used,
       expires_at <= statement_timestamp() as expired,
       exists (select from users where users.id = user_id and disabled_at is not null) as disabled,
       exists (
         select from memberships where memberships.account_id = authorization_codes.account_id
           and memberships.user_id = authorization_codes.user_id and role = 'owner'
       ) as owner,
       exists (select from accounts where accounts.id = account_id and closed_at is not null) as closed
     from authorization_codes where digest = $1 for update`,
    [digest],
  );
  if (row?.application_id !== application.id) throw invalidGrant("The authorization code is unknown.");
  if (row.used) {
    if (row.grant_id !== null) await revokeGrant(transaction, row.account_id, row.grant_id);
    throw invalidGrant("The authorization code was already used. Its tokens are revoked.");
  }
  if (row.expired) throw invalidGrant("The authorization code has expired.");
  if (row.disabled) throw invalidGrant("The user who approved the authorization is disabled.");
  if (!row.owner) throw invalidGrant("The user who approved the authorization is no longer an owner of the account.");
  if (row.closed) throw invalidGrant("The account is closed.");
  await transaction.run("update authorization_codes set used_at = statement_timestamp() where digest = $1", [digest]);
  if (row.redirect_uri !== redirectUri) {
    throw invalidGrant("The redirect_uri differs from the one of the authorization request.");
  }
  return {
    digest,
    account: row.account_id,
    user: row.user_id,
    redirectUri,
    scopes: row.scopes.filter(isScope),
    codeChallenge: row.code_challenge,
  };
}

/** Records a code's grant, so that a second use can revoke it. */
export async function noteGrant(transaction: Transaction, code: TakenCode, grant: number): Promise<void> {
  await transaction.run("update authorization_codes set grant_id = $2 where digest = $1", [code.digest, grant]);
}

function invalidGrant(description: string): OAuthError {
  return new OAuthError("invalid_grant", description);
}
