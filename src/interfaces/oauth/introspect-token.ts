import type { Transaction } from "../../database/sql/transaction.ts";
import { digestOf } from "../../modules/platform/access/access-token.ts";
import type { Application } from "../../modules/platform/access/applications/registered-application.ts";
import { isExchangeable } from "../../modules/platform/access/tokens/token-pairs.ts";

/** The introspection response (RFC 7662, 2.2). Another application's token is reported as inactive. */
export type Introspection = { readonly active: false } | ActiveToken;

interface ActiveToken {
  readonly active: true;
  readonly scope: string;
  readonly client_id: string;
  /** Access tokens only. */
  readonly token_type?: "bearer";
  /** Epoch seconds; absent for refresh tokens, which do not expire. */
  readonly exp?: number;
  readonly iat: number;
  readonly iss: string;
  /** The user who authorized; absent for an application's own token. */
  readonly sub?: string;
  /** The token's account; absent for an application's own token, which reaches every account that installed it. */
  readonly account_id?: number;
}

const inactive: Introspection = { active: false };

/** SQL: whether the account of a token is closed, in which its tokens do not work. */
const isClosed = (table: "access_tokens" | "grants"): string =>
  `exists (select from accounts where accounts.id = ${table}.account_id and accounts.closed_at is not null)`;

/** Describes a token of the application. This does not count as using it. */
export async function introspectToken(
  transaction: Transaction,
  issuer: string,
  application: Application,
  token: string,
): Promise<Introspection> {
  const digest = digestOf(token);
  return (
    (await accessToken(transaction, issuer, application, digest)) ??
    (await refreshToken(transaction, issuer, application, digest)) ??
    inactive
  );
}

async function accessToken(
  transaction: Transaction,
  issuer: string,
  application: Application,
  digest: Buffer,
): Promise<Introspection | undefined> {
  const row = await transaction.row<{
    account_id: number | null;
    user_id: number | null;
    scopes: string[];
    issued: number;
    expires: number | null;
  }>(
    `select access_tokens.account_id, grants.user_id, access_tokens.scopes,
       extract(epoch from access_tokens.created_at)::bigint as issued,
       extract(epoch from access_tokens.expires_at)::bigint as expires
     from access_tokens
     left join token_pairs on token_pairs.account_id = access_tokens.account_id and token_pairs.id = access_tokens.pair_id
     left join grants on grants.account_id = token_pairs.account_id and grants.id = token_pairs.grant_id
     where access_tokens.digest = $1 and access_tokens.application_id = $2 and access_tokens.revoked_at is null
       and (access_tokens.expires_at is null or access_tokens.expires_at > now()) and not ${isClosed("access_tokens")}`,
    [digest, application.id],
  );
  if (!row) return undefined;
  return {
    active: true,
    scope: row.scopes.join(" "),
    client_id: application.clientId,
    token_type: "bearer",
    ...(row.expires === null ? {} : { exp: row.expires }),
    iat: row.issued,
    iss: issuer,
    ...(row.user_id === null ? {} : { sub: String(row.user_id) }),
    ...(row.account_id === null ? {} : { account_id: row.account_id }),
  };
}

async function refreshToken(
  transaction: Transaction,
  issuer: string,
  application: Application,
  digest: Buffer,
): Promise<Introspection | undefined> {
  const row = await transaction.row<{
    account_id: number;
    user_id: number;
    scopes: string[];
    issued: number;
  }>(
    `select token_pairs.account_id, grants.user_id, grants.scopes,
       extract(epoch from token_pairs.created_at)::bigint as issued
     from token_pairs join grants on grants.account_id = token_pairs.account_id and grants.id = token_pairs.grant_id
     where token_pairs.refresh_digest = $1 and grants.application_id = $2 and grants.revoked_at is null
       and ${isExchangeable} and not ${isClosed("grants")}`,
    [digest, application.id],
  );
  if (!row) return undefined;
  return {
    active: true,
    scope: row.scopes.join(" "),
    client_id: application.clientId,
    iat: row.issued,
    iss: issuer,
    sub: String(row.user_id),
    account_id: row.account_id,
  };
}
