import type { RawRow, Statement } from "../../../../database/sql/transaction.ts";
import { isSameDigest } from "../access-token.ts";
import { type RateLimitStatus, rateLimitStatus } from "../rate-limit-status.ts";
import { digestArray } from "./batcher.ts";

/** A request's credentials. */
export interface PresentedToken {
  /** Undefined if the request has none. */
  readonly token: string | undefined;
}

/**
 * A kind of token: how to look it up, count it and identify its bearer.
 *
 * The statement's values are the lookups' indexes (`integer[]`), token digests (`bytea[]`), request counts (`integer[]`) and
 * `additionalValues`. It returns a row per valid token and at least one row. The common columns are: the clock (epoch milliseconds),
 * the window's end (epoch seconds), the index, the digest, the id whose requests are counted, its limit, its requests in this window
 * including the batch, the start of the oldest long write in the token's reach (epoch milliseconds or null), and `issuedIndexes`.
 */
export interface TokenKind<Presented extends PresentedToken, Identity> {
  readonly statement: Statement;
  /** Whether a text has the token's format. Other texts are not looked up. */
  readonly isTokenText: (text: string) => boolean;
  /** The stored digest; by default the SHA-256 of the text. */
  readonly digestOf?: (text: string) => Buffer;
  readonly additionalValues?: (presented: readonly Presented[]) => readonly unknown[];
  /** Credentials other than the token. Requests with the same token but different variants are looked up separately. */
  readonly variant?: (presented: Presented) => string;
  /** Identifies the bearer. @param columns the statement's own columns, after the common ones */
  readonly identify: (columns: RawRow) => Identity | undefined;
}

/** SQL: the comma-separated indexes of the lookups whose token was ever issued, valid or not. */
export const issuedIndexes = (table: "access_tokens" | "agent_tokens" | "sessions"): string =>
  `(select string_agg(asked.index::text, ',') from asked join ${table} as issued on issued.digest = asked.digest)`;

/** The result of verifying a token. */
export interface Verification<Identity> {
  /** Undefined for a missing, malformed, unknown, expired or revoked token. The client does not learn which. */
  readonly valid: { readonly identity: Identity; readonly rateLimit: RateLimitStatus } | undefined;
  /** Whether the token was valid once and has expired or was revoked, so that its bearer is not guessing tokens. */
  readonly hasEnded: boolean;
  /** The database's clock, epoch milliseconds. */
  readonly now: number;
  /** Reads after this see all changes up to this time (docs/design/changes.md); epoch milliseconds. */
  readonly seenUntil: number;
}

/** A request of a batch. */
export interface BatchedRequest<Presented> {
  readonly presented: Presented;
  /** Undefined if it has no token in the right format. */
  readonly digest: Buffer | undefined;
  /** False for a request that was counted before. */
  readonly isCounted: boolean;
}

/** The lookup for all requests of a batch with the same credentials. */
interface Lookup<Presented> {
  readonly index: number;
  readonly presented: Presented;
  readonly digest: Buffer;
  requests: number;
}

/** A lookup's result. */
interface Found<Identity> {
  readonly identity: Identity;
  readonly counted: string;
  readonly limit: number;
  /** Requests in this window, including all of the batch. */
  readonly used: number;
  /** Epoch seconds. */
  readonly resetsAt: number;
}

/** The number of common columns. */
const commonColumns = 9;

/** The lookups of one batch. Requests with the same credentials share a lookup. */
export class TokenBatch<Presented extends PresentedToken, Identity> {
  private readonly kind: TokenKind<Presented, Identity>;
  private readonly requests: readonly {
    readonly lookup: Lookup<Presented> | undefined;
    readonly isCounted: boolean;
  }[];
  private readonly byKey = new Map<string, Lookup<Presented>>();

  constructor(kind: TokenKind<Presented, Identity>, batch: readonly BatchedRequest<Presented>[]) {
    this.kind = kind;
    this.requests = batch.map((request) => ({ lookup: this.add(request), isCounted: request.isCounted }));
  }

  /** The values for the kind's statement. */
  values(): unknown[] {
    const lookups = [...this.byKey.values()];
    return [
      `{${lookups.map(({ index }) => index).join(",")}}`,
      digestArray(lookups.map(({ digest }) => digest)),
      `{${lookups.map(({ requests }) => requests).join(",")}}`,
      ...(this.kind.additionalValues?.(lookups.map(({ presented }) => presented)) ?? []),
    ];
  }

  /** Each request's result. Requests that are counted together get their positions in the order of arrival. */
  verifications(rows: readonly RawRow[]): Verification<Identity>[] {
    const now = Number(rows[0]?.[0]);
    const byIndex = new Map(rows.map((row) => [Number(row[2] ?? -1), row]));
    const issued = new Set(rows[0]?.[8]?.split(",").map(Number));
    const results = new Map<number, Found<Identity>>();
    const waiting = new Map<string, number>();
    for (const lookup of this.byKey.values()) {
      const row = byIndex.get(lookup.index);
      const counted = row?.[4];
      if (row && counted) waiting.set(counted, (waiting.get(counted) ?? 0) + lookup.requests);
      const found = row && this.read(row, lookup.digest);
      if (found) results.set(lookup.index, found);
    }
    return this.requests.map(({ lookup, isCounted }) => {
      const index = lookup?.index ?? -1;
      const seenUntil = Math.min(now, Number(byIndex.get(index)?.[7] ?? now));
      const found = results.get(index);
      const valid = found && (isCounted ? countedOne(found, waiting) : uncounted(found));
      return { valid, hasEnded: !valid && issued.has(index), now, seenUntil };
    });
  }

  private add({ presented, digest, isCounted }: BatchedRequest<Presented>): Lookup<Presented> | undefined {
    if (digest === undefined) return undefined;
    const key = `${digest.toString("latin1")} ${this.kind.variant?.(presented) ?? ""}`;
    const lookup = this.byKey.get(key) ?? { index: this.byKey.size, presented, digest, requests: 0 };
    if (isCounted) lookup.requests++;
    this.byKey.set(key, lookup);
    return lookup;
  }

  private read(row: RawRow, digest: Buffer): Found<Identity> | undefined {
    const [, resetsAt, , found, counted, limit, used] = row;
    if (!found || !counted || !isSameDigest(found, digest)) return undefined;
    const identity = this.kind.identify(row.slice(commonColumns));
    if (identity === undefined) return undefined;
    return { identity, counted, limit: Number(limit), used: Number(used), resetsAt: Number(resetsAt) };
  }
}

/** A request that is not counted gets the hour's current status. */
function uncounted<Identity>({ identity, limit, used, resetsAt }: Found<Identity>): Verification<Identity>["valid"] {
  return { identity, rateLimit: rateLimitStatus(limit, used, resetsAt) };
}

function countedOne<Identity>(
  { identity, counted, limit, used, resetsAt }: Found<Identity>,
  waiting: Map<string, number>,
): Verification<Identity>["valid"] {
  const after = waiting.get(counted) ?? 0;
  waiting.set(counted, after - 1);
  return { identity, rateLimit: rateLimitStatus(limit, used - after + 1, resetsAt) };
}
