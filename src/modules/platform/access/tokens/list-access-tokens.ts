import type { Transaction } from "../../../../database/sql/transaction.ts";

/** An access token as an administrator sees it; only its digest is stored. Times are epoch milliseconds. */
export interface ListedAccessToken {
  /** The first 16 hexadecimal digits of its SHA-256, which name it. */
  readonly fingerprint: string;
  /** Null for the application's own token, which reaches all accounts that installed it. */
  readonly account: number | null;
  readonly application: number;
  readonly applicationName: string;
  /** E-mail address of the person who authorized it; null if issued on the command line or to the application itself. */
  readonly user: string | null;
  readonly scopes: string[];
  readonly createdAt: number;
  readonly expiresAt: number | null;
  /** Accurate to ten minutes; null if it was never used. */
  readonly lastUsedAt: number | null;
  readonly revokedAt: number | null;
  /** Whether it is neither expired nor revoked. */
  readonly good: boolean;
}

/** Filters for tokens. */
export interface TokenFilter {
  readonly account?: number | undefined;
  readonly application?: number | undefined;
  /** The person who authorized them. */
  readonly user?: number | undefined;
  /** Includes expired and revoked tokens, which are deleted after a week. */
  readonly ended?: boolean;
}

/** SQL condition over `access_tokens` and `grants`: the token matches the filters $1 to $3. */
export const isWanted = `($1::bigint is null or access_tokens.account_id = $1)
  and ($2::bigint is null or access_tokens.application_id = $2) and ($3::bigint is null or grants.user_id = $3)`;

/** SQL: joins a token's grant, if any. */
export const withGrant = `left join token_pairs on token_pairs.account_id = access_tokens.account_id and token_pairs.id = access_tokens.pair_id
  left join grants on grants.account_id = token_pairs.account_id and grants.id = token_pairs.grant_id`;

/** Lists access tokens, newest first. */
export async function listAccessTokens(
  transaction: Transaction,
  filter: TokenFilter,
  limit: number,
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
    [filter.account ?? null, filter.application ?? null, filter.user ?? null, filter.ended ?? false, limit],
  );
}
