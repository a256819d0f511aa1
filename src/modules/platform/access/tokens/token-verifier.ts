import type { Reader } from "../../../../kernel/read/visible/read-scope.ts";
import { digestOf } from "../access-token.ts";
import { Batcher, readDespiteDeadlock } from "./batcher.ts";
import {
  type Asked,
  type PresentedToken,
  type TokenKind,
  TokenQuestions,
  type Verification,
} from "./token-questions.ts";

export type { PresentedToken, TokenKind, Verification };

/**
 * Finds out who calls, and what is left of the hour. Requests that arrive while a statement is under way wait for it and share the next
 * one. So the check is made anew for every request (a revoked token stops at once), and the count is exact with any number of processes
 * and across restarts, at the price of a fraction of a statement under load (docs/design/tenancy.md).
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
    return this.ask(presented, true);
  }

  /** Whom the token stands for at this moment, where its request was counted before: undefined when it stands for nobody any more. */
  async identify(presented: Presented): Promise<Identity | undefined> {
    const { valid } = await this.ask(presented, false);
    return valid?.identity;
  }

  private ask(presented: Presented, isCounted: boolean): Promise<Verification<Identity>> {
    const { token } = presented;
    const { isTokenText, digestOf: keptAs = digestOf } = this.kind;
    const digest = token !== undefined && isTokenText(token) ? keptAs(token) : undefined;
    return this.batcher.ask({ presented, digest, isCounted });
  }
}
