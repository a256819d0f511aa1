import { hash, randomBytes, timingSafeEqual } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Transaction } from "../../../database/sql/transaction.ts";
import { isScope, type Scope } from "../../../kernel/access/scopes.ts";

const tokenPattern = /^roost_[A-Za-z0-9_-]{43}$/;

/** Whether a text could be one of our access tokens; what could not is not looked up. */
export function isTokenText(text: string): boolean {
  return tokenPattern.test(text);
}

/** A new access token. Its beginning says what it is, to people and to secret scanners; the rest are 32 random bytes. */
export function newAccessToken(): string {
  return `roost_${randomBytes(32).toString("base64url")}`;
}

/** What an access token stands for. */
export interface TokenGrant {
  /** Without an account the token is the application's own (client credentials). */
  readonly account?: number;
  readonly application: number;
  readonly scopes: readonly Scope[];
  /** The token pair that it belongs to, when it came with a refresh token. */
  readonly pair?: number;
  /** Epoch milliseconds, or so many seconds from now; neither is until it is revoked. */
  readonly expiresAt?: number;
  readonly lifetime?: number;
}

/** Keeps the SHA-256 of an access token with what it stands for. */
export async function keepAccessToken(transaction: Transaction, token: string, grant: TokenGrant): Promise<void> {
  await transaction.run(
    `insert into access_tokens (digest, account_id, application_id, scopes, pair_id, expires_at)
     values ($1, $2, $3, $4, $5, coalesce($6::timestamptz, statement_timestamp() + make_interval(secs => $7)))`,
    [
      digestOf(token),
      grant.account ?? null,
      grant.application,
      [...grant.scopes],
      grant.pair ?? null,
      grant.expiresAt === undefined ? null : new Date(grant.expiresAt).toISOString(),
      grant.lifetime ?? null,
    ],
  );
}

/** Binds a new token to an account, an application that the account has installed, and scopes. @returns the token, shown this once */
export async function issueAccessToken(
  transaction: Transaction,
  grant: TokenGrant & { account: number },
): Promise<string> {
  const token = newAccessToken();
  await keepAccessToken(transaction, token, grant);
  return token;
}

/** The SHA-256 under which a secret is kept. Secrets here are 32 random bytes, which need no slow hash. */
export function digestOf(secret: string): Buffer {
  return hash("sha256", secret, "buffer");
}

/**
 * Whether a digest that an index has found is the presented one: once more in constant time, so that no query plan or collation can
 * weaken the comparison. @param found the text of a `bytea`
 */
export function isSameDigest(found: string, presented: Buffer): boolean {
  const bytes = Buffer.from(found.slice(2), "hex");
  return bytes.length === presented.length && timingSafeEqual(bytes, presented);
}

/** Scope sets by their text: few, and shared, so that what is cached by scopes is found by identity. */
const scopeSets = new LRUCache<string, ReadonlySet<Scope>>({ max: 1000 });

/** The set of a token's scopes, from their names with blanks between. */
export function scopeSet(granted: string): ReadonlySet<Scope> {
  const known = scopeSets.get(granted);
  if (known) return known;
  const scopes = new Set(granted.split(" ").filter(isScope));
  scopeSets.set(granted, scopes);
  return scopes;
}
