import type { RawRow, Statement } from "../../database/transaction.ts";
import type { Reader } from "../../kernel/read/read-scope.ts";
import { digestOf, isSameDigest } from "./access-token.ts";
import { Batcher, digestArray, readDespiteDeadlock } from "./batcher.ts";
import { rateLimitStatus, type RateLimitStatus } from "./rate-limit-status.ts";

/** What a request presents to be let in. */
export interface PresentedToken {
  /** Undefined when there was none. */
  readonly token: string | undefined;
}

/**
 * A kind of token: how it is found and counted, and what it stands for.
 *
 * The statement is given the indexes of the requests in the batch (`integer[]`), the digests of their tokens (`bytea[]`) and what
 * `furtherValues` adds. It always answers with a row, and with one for each valid token; its first columns are: the clock (epoch
 * milliseconds), the end of the window (epoch seconds), the request's index, the token's digest, what is counted (an id), its limit,
 * the requests in this window after all of the batch, and the beginning of the oldest long write to what the token reaches that is under
 * way (epoch milliseconds, or null).
 */
export interface TokenKind<Presented extends PresentedToken, Identity> {
  readonly statement: Statement;
  /** Whether a text could be such a token; what could not is not looked up. */
  readonly isTokenText: (text: string) => boolean;
  readonly furtherValues?: (requests: readonly Presented[]) => readonly unknown[];
  /** What the token stands for. @param columns the statement's own, after the common ones */
  readonly identify: (columns: RawRow) => Identity | undefined;
}

/** What a presented token turned out to be. */
export interface Verification<Identity> {
  /** Undefined for a token that is missing, malformed, unknown, expired or revoked: which of these, the client does not learn. */
  readonly valid: { readonly identity: Identity; readonly rateLimit: RateLimitStatus } | undefined;
  /** The database's clock, epoch milliseconds. */
  readonly now: number;
  /** Until when all changes are seen by whoever reads after this (docs/decisions/0007-synchronisation.md); epoch milliseconds. */
  readonly seenUntil: number;
}

/** A request of a batch. */
interface Asked<Presented> {
  readonly presented: Presented;
  readonly digest: Buffer | undefined;
}

/** How many columns every kind of token has in common. */
const commonColumns = 8;

/**
 * Finds out who calls, and what is left of the hour. Requests that arrive while a statement is under way wait for it and share the next
 * one. So the check is made anew for every request (a revoked token stops at once), and the count is exact with any number of processes
 * and across restarts, at the price of a fraction of a statement under load (docs/decisions/0010-admission.md).
 */
export class TokenVerifier<Presented extends PresentedToken, Identity> {
  private readonly batcher: Batcher<Asked<Presented>, Verification<Identity>>;
  private readonly kind: TokenKind<Presented, Identity>;

  constructor(reader: Reader, kind: TokenKind<Presented, Identity>) {
    this.kind = kind;
    this.batcher = new Batcher(async (batch) =>
      verifications(kind, batch, await readDespiteDeadlock(reader, kind.statement, valuesOf(kind, batch))),
    );
  }

  /** Looks the token up and counts the request. */
  verify(presented: Presented): Promise<Verification<Identity>> {
    const { token } = presented;
    const digest = token !== undefined && this.kind.isTokenText(token) ? digestOf(token) : undefined;
    return this.batcher.ask({ presented, digest });
  }
}

function valuesOf<Presented extends PresentedToken, Identity>(
  { furtherValues }: TokenKind<Presented, Identity>,
  batch: readonly Asked<Presented>[],
): unknown[] {
  const asked = [...batch.entries()].filter(([, { digest }]) => digest !== undefined);
  return [
    `{${asked.map(([index]) => index).join(",")}}`,
    digestArray(asked.map(([, { digest }]) => digest)),
    ...(furtherValues?.(asked.map(([, { presented }]) => presented)) ?? []),
  ];
}

/** What came of each request. Those that are counted together take their turns in the order of their arrival. */
function verifications<Presented extends PresentedToken, Identity>(
  kind: TokenKind<Presented, Identity>,
  batch: readonly Asked<Presented>[],
  rows: readonly RawRow[],
): Verification<Identity>[] {
  const now = Number(rows[0]?.[0]);
  const byIndex = new Map(rows.map((row) => [row[2] ?? "", row]));
  const waiting = new Map<string, number>();
  for (const row of rows) waiting.set(row[4] ?? "", (waiting.get(row[4] ?? "") ?? 0) + 1);
  return batch.map(({ digest }, index) => {
    const row = byIndex.get(String(index));
    const seenUntil = Math.min(now, Number(row?.[7] ?? now));
    return { valid: row && digest ? validOf(kind, row, digest, waiting) : undefined, now, seenUntil };
  });
}

function validOf<Presented extends PresentedToken, Identity>(
  { identify }: TokenKind<Presented, Identity>,
  row: RawRow,
  digest: Buffer,
  waiting: Map<string, number>,
): Verification<Identity>["valid"] {
  const [, resetsAt, , found, counted, limit, used] = row;
  if (!found || !counted || !isSameDigest(found, digest)) return undefined;
  const identity = identify(row.slice(commonColumns));
  if (identity === undefined) return undefined;
  const after = waiting.get(counted) ?? 0;
  waiting.set(counted, after - 1);
  return { identity, rateLimit: rateLimitStatus(Number(limit), Number(used) - after + 1, Number(resetsAt)) };
}
