import { hash, randomBytes, timingSafeEqual } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Transaction } from "../../../database/sql/transaction.ts";
import { isScope, type Scope } from "../../../kernel/access/scopes.ts";

const tokenPattern = /^roost_[A-Za-z0-9_-]{43}$/;

/** Whether a text has an access token's format. Other texts are not looked up. */
export function isTokenText(text: string): boolean {
  return tokenPattern.test(text);
}

/** Creates an access token: a prefix that people and secret scanners recognize, and 32 random bytes. */
export function newAccessToken(): string {
  return `roost_${randomBytes(32).toString("base64url")}`;
}

/** The access that a token gives. */
export interface TokenGrant {
  /** Absent for the application's own token (client credentials). */
  readonly account?: number;
  readonly application: number;
  readonly scopes: readonly Scope[];
  /** The token pair, if it was issued with a refresh token. */
  readonly pair?: number;
  /** Epoch milliseconds. Without `expiresAt` and `lifetime` the token is valid until revoked. */
  readonly expiresAt?: number;
  /** Seconds from now. */
  readonly lifetime?: number;
}

/** Stores an access token's SHA-256 with its access. */
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

/** Issues a token for an account, an installed application and scopes. @returns the token, of which only a digest is stored */
export async function issueAccessToken(
  transaction: Transaction,
  grant: TokenGrant & { account: number },
): Promise<string> {
  const token = newAccessToken();
  await keepAccessToken(transaction, token, grant);
  return token;
}

/** The SHA-256 under which a secret is stored. Secrets are 32 random bytes, so they need no slow hash. */
export function digestOf(secret: string): Buffer {
  return hash("sha256", secret, "buffer");
}

/**
 * Compares a digest found by an index with the presented one again, in constant time. No query plan or collation can then weaken
 * the comparison. @param found the text of a `bytea`
 */
export function isSameDigest(found: string, presented: Buffer): boolean {
  const bytes = Buffer.from(found.slice(2), "hex");
  return bytes.length === presented.length && timingSafeEqual(bytes, presented);
}

/** Scope sets by their text. Shared, because other caches use a set's identity as their key. */
const scopeSets = new LRUCache<string, ReadonlySet<Scope>>({ max: 1000 });

/** Parses a token's space-separated scopes. */
export function scopeSet(granted: string): ReadonlySet<Scope> {
  const cached = scopeSets.get(granted);
  if (cached) return cached;
  const scopes = new Set(granted.split(" ").filter(isScope));
  scopeSets.set(granted, scopes);
  return scopes;
}
