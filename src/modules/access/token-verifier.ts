import type { RawRow, Statement } from "../../database/transaction.ts";
import type { Reader } from "../../kernel/read/read-scope.ts";
import { digestOf } from "./access-token.ts";
import { Batcher, readDespiteDeadlock } from "./batcher.ts";
import type { RateLimitStatus } from "./rate-limit-status.ts";
import { type Asked, TokenQuestions } from "./token-questions.ts";

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
 * counted (an id), its limit, the requests in this window after all of the batch, and the beginning of the oldest long write to what the
 * token reaches that is under way (epoch milliseconds, or null).
 */
export interface TokenKind<Presented extends PresentedToken, Identity> {
  readonly statement: Statement;
  /** Whether a text could be such a token; what could not is not looked up. */
  readonly isTokenText: (text: string) => boolean;
  readonly furtherValues?: (presented: readonly Presented[]) => readonly unknown[];
  /** What is presented besides the token, as a text: where it differs, it is asked for separately. */
  readonly besides?: (presented: Presented) => string;
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
    this.batcher = new Batcher(async (batch) => {
      const questions = new TokenQuestions(kind, batch);
      return questions.verifications(await readDespiteDeadlock(reader, kind.statement, questions.values()));
    });
  }

  /** Looks the token up and counts the request. */
  verify(presented: Presented): Promise<Verification<Identity>> {
    const { token } = presented;
    const digest = token !== undefined && this.kind.isTokenText(token) ? digestOf(token) : undefined;
    return this.batcher.ask({ presented, digest });
  }
}
