import type { RawRow, Statement } from "../../../../database/sql/transaction.ts";
import { isSameDigest } from "../access-token.ts";
import { type RateLimitStatus, rateLimitStatus } from "../rate-limit-status.ts";
import { digestArray } from "./batcher.ts";

/** What a request presents to be let in. */
export interface PresentedToken {
  /** Undefined when there was none. */
  readonly token: string | undefined;
}

/**
 * A kind of token: how it is found and counted, and what it stands for.
 *
 * The statement is given the indexes of what the requests of a batch present (`integer[]`), the digests of these tokens (`bytea[]`), how
 * many requests present each (`integer[]`), and what `furtherValues` adds. It always answers with a row, and with one for each valid token;
 * its first columns are: the clock (epoch milliseconds), the end of the window (epoch seconds), the index, the token's digest, what is
 * counted (an id), its limit, the requests in this window after all of the batch, the beginning of the oldest long write to what the
 * token reaches that is under way (epoch milliseconds, or null), and `issuedIndexes`.
 */
export interface TokenKind<Presented extends PresentedToken, Identity> {
  readonly statement: Statement;
  /** Whether a text could be such a token; what could not is not looked up. */
  readonly isTokenText: (text: string) => boolean;
  /** What it is kept as; the SHA-256 of the text unless told. */
  readonly digestOf?: (text: string) => Buffer;
  readonly furtherValues?: (presented: readonly Presented[]) => readonly unknown[];
  /** What is presented besides the token, as a text: where it differs, it is asked for separately. */
  readonly besides?: (presented: Presented) => string;
  /** What the token stands for. @param columns the statement's own, after the common ones */
  readonly identify: (columns: RawRow) => Identity | undefined;
}

/** SQL: the indexes of the requests whose token was ever issued, valid or not, with commas between. */
export const issuedIndexes = (table: "access_tokens" | "agent_tokens" | "sessions"): string =>
  `(select string_agg(asked.index::text, ',') from asked join ${table} as issued on issued.digest = asked.digest)`;

/** What a presented token turned out to be. */
export interface Verification<Identity> {
  /** Undefined for a token that is missing, malformed, unknown, expired or revoked: which of these, the client does not learn. */
  readonly valid: { readonly identity: Identity; readonly rateLimit: RateLimitStatus } | undefined;
  /** The token was issued once, but is not valid now: it has expired or was revoked, and its bearer guesses nothing. */
  readonly hasEnded: boolean;
  /** The database's clock, epoch milliseconds. */
  readonly now: number;
  /** Until when all changes are seen by whoever reads after this (docs/design/changes.md); epoch milliseconds. */
  readonly seenUntil: number;
}

/** A request of a batch. */
export interface Asked<Presented> {
  readonly presented: Presented;
  /** Undefined where what it presents can be no token. */
  readonly digest: Buffer | undefined;
  /** Whether it is counted: what was let in already is not counted again. */
  readonly isCounted: boolean;
}

/** What some requests of a batch present alike: it is asked for once. */
interface Question<Presented> {
  readonly index: number;
  readonly presented: Presented;
  readonly digest: Buffer;
  requests: number;
}

/** What came of a question: what its requests have in common. */
interface Answer<Identity> {
  readonly identity: Identity;
  readonly counted: string;
  readonly limit: number;
  /** Requests in this window after all of the batch, those that are still to take their turns among them. */
  readonly used: number;
  /** Epoch seconds. */
  readonly resetsAt: number;
}

/** How many columns every kind of token has in common. */
const commonColumns = 9;

/** The questions of one batch: many requests of one client, which present the same token, are one. */
export class TokenQuestions<Presented extends PresentedToken, Identity> {
  private readonly kind: TokenKind<Presented, Identity>;
  private readonly ofRequests: readonly {
    readonly question: Question<Presented> | undefined;
    readonly isCounted: boolean;
  }[];
  private readonly byKey = new Map<string, Question<Presented>>();

  constructor(kind: TokenKind<Presented, Identity>, batch: readonly Asked<Presented>[]) {
    this.kind = kind;
    this.ofRequests = batch.map((asked) => ({ question: this.add(asked), isCounted: asked.isCounted }));
  }

  /** The values of the kind's statement. */
  values(): unknown[] {
    const questions = [...this.byKey.values()];
    return [
      `{${questions.map(({ index }) => index).join(",")}}`,
      digestArray(questions.map(({ digest }) => digest)),
      `{${questions.map(({ requests }) => requests).join(",")}}`,
      ...(this.kind.furtherValues?.(questions.map(({ presented }) => presented)) ?? []),
    ];
  }

  /** What came of each request. Those that are counted together take their turns in the order of their arrival. */
  verifications(rows: readonly RawRow[]): Verification<Identity>[] {
    const now = Number(rows[0]?.[0]);
    const byIndex = new Map(rows.map((row) => [Number(row[2] ?? -1), row]));
    const issued = new Set(rows[0]?.[8]?.split(",").map(Number));
    const answers = new Map<number, Answer<Identity>>();
    const waiting = new Map<string, number>();
    for (const question of this.byKey.values()) {
      const row = byIndex.get(question.index);
      const counted = row?.[4];
      if (row && counted) waiting.set(counted, (waiting.get(counted) ?? 0) + question.requests);
      const answer = row && this.answer(row, question.digest);
      if (answer) answers.set(question.index, answer);
    }
    return this.ofRequests.map(({ question, isCounted }) => {
      const index = question?.index ?? -1;
      const seenUntil = Math.min(now, Number(byIndex.get(index)?.[7] ?? now));
      const answer = answers.get(index);
      const valid = answer && (isCounted ? inTurn(answer, waiting) : withoutTurn(answer));
      return { valid, hasEnded: !valid && issued.has(index), now, seenUntil };
    });
  }

  private add({ presented, digest, isCounted }: Asked<Presented>): Question<Presented> | undefined {
    if (digest === undefined) return undefined;
    const key = `${digest.toString("latin1")} ${this.kind.besides?.(presented) ?? ""}`;
    const question = this.byKey.get(key) ?? { index: this.byKey.size, presented, digest, requests: 0 };
    if (isCounted) question.requests++;
    this.byKey.set(key, question);
    return question;
  }

  private answer(row: RawRow, digest: Buffer): Answer<Identity> | undefined {
    const [, resetsAt, , found, counted, limit, used] = row;
    if (!found || !counted || !isSameDigest(found, digest)) return undefined;
    const identity = this.kind.identify(row.slice(commonColumns));
    if (identity === undefined) return undefined;
    return { identity, counted, limit: Number(limit), used: Number(used), resetsAt: Number(resetsAt) };
  }
}

/** A request that is not counted takes no turn: it is told where the hour stands. */
function withoutTurn<Identity>({ identity, limit, used, resetsAt }: Answer<Identity>): Verification<Identity>["valid"] {
  return { identity, rateLimit: rateLimitStatus(limit, used, resetsAt) };
}

function inTurn<Identity>(
  { identity, counted, limit, used, resetsAt }: Answer<Identity>,
  waiting: Map<string, number>,
): Verification<Identity>["valid"] {
  const after = waiting.get(counted) ?? 0;
  waiting.set(counted, after - 1);
  return { identity, rateLimit: rateLimitStatus(limit, used - after + 1, resetsAt) };
}
