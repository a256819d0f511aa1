import type { Transaction } from "../../../../database/sql/transaction.ts";

/** An access token as an administrator sees it: of itself only a digest is kept. Moments are epoch milliseconds. */
export interface ListedAccessToken {
  /** The first 16 hexadecimal digits of its SHA-256, which name it. */
  readonly fingerprint: string;
  /** Null for one of the application itself, which reaches all that have it installed. */
  readonly account: number | null;
  readonly application: number;
  readonly applicationName: string;
  /** The e-mail address of whom authorized it; null when it was issued on the command line, or to the application itself. */
  readonly user: string | null;
  readonly scopes: string[];
  readonly createdAt: number;
  readonly expiresAt: number | null;
  /** To ten minutes; null when it was not used since this is noted. */
  readonly lastUsedAt: number | null;
  readonly revokedAt: number | null;
  /** It is neither expired nor revoked. */
  readonly good: boolean;
}

/** Which tokens are meant; what is left out does not matter. */
export interface WantedTokens {
  readonly account?: number | undefined;
  readonly application?: number | undefined;
  /** Who authorized them. */
  readonly user?: number | undefined;
  /** Also those that are expired or revoked: they are forgotten after a week. */
  readonly ended?: boolean;
}

/** SQL over `access_tokens` and what it was authorized with, and the values $1 to $3: they are meant. */
export const isWanted = `($1::bigint is null or access_tokens.account_id = $1)
  and ($2::bigint is null or access_tokens.application_id = $2) and ($3::bigint is null or grants.user_id = $3)`;

/** SQL: what a token was authorized with, if it was. */
export const withGrant = `left join token_pairs on token_pairs.account_id = access_tokens.account_id and token_pairs.id = access_tokens.pair_id
  left join grants on grants.account_id = token_pairs.account_id and grants.id = token_pairs.grant_id`;

/** Access tokens, the newest first. @param most at most so many */
export async function listAccessTokens(
  transaction: Transaction,
  wanted: WantedTokens,
  most: number,
): Promise<ListedAccessToken[]> {
  return transaction.rows<ListedAccessToken & Record<string, unknown>>(
    `select left(encode(digest, 'hex'), 16) as fingerprint, access_tokens.account_id as account, access_tokens.application_id as application,
       applications.name as "applicationName", users.email as user, access_tokens.scopes, access_tokens.created_at as "createdAt",
       access_tokens.expires_at as "expiresAt", access_tokens.last_used_at as "lastUsedAt", access_tokens.revoked_at as "revokedAt",
       access_tokens.revoked_at is null and (access_tokens.expires_at is null or access_tokens.expires_at > now()) as good
     from access_tokens join applications on applications.id = access_tokens.application_id ${withGrant}
       left join users on users.id = grants.user_id
     where ${isWanted} and ($4::boolean or (
       access_tokens.revoked_at is null and (access_tokens.expires_at is null or access_tokens.expires_at > now())
     )) order by access_tokens.created_at desc, digest limit $5`,
    [wanted.account ?? null, wanted.application ?? null, wanted.user ?? null, wanted.ended ?? false, most],
  );
}
