import type { Reader } from "../../../../kernel/read/visible/read-scope.ts";
import { digestOf } from "../access-token.ts";
import { Batcher, readDespiteDeadlock } from "./batcher.ts";
import {
  type BatchedRequest,
  type PresentedToken,
  TokenBatch,
  type TokenKind,
  type Verification,
} from "./token-batch.ts";

export type { PresentedToken, TokenKind, Verification };

/**
 * Identifies callers and counts their requests. Requests that arrive while a statement runs share the next one, so each costs a fraction
 * of a statement under load. Every request is checked again, and counts are exact across processes and restarts
 * (docs/design/tenancy.md).
 */
export class TokenVerifier<Presented extends PresentedToken, Identity> {
  private readonly batcher: Batcher<BatchedRequest<Presented>, Verification<Identity>>;
  private readonly kind: TokenKind<Presented, Identity>;

  constructor(reader: Reader, kind: TokenKind<Presented, Identity>) {
    this.kind = kind;
    this.batcher = new Batcher(async (requests) => {
      const batch = new TokenBatch(kind, requests);
      return batch.verifications(await readDespiteDeadlock(reader, kind.statement, batch.values()));
    });
  }

  /** Looks up the token and counts the request. */
  verify(presented: Presented): Promise<Verification<Identity>> {
    return this.ask(presented, true);
  }

  /** The token's current bearer, without counting the request again; undefined if the token is no longer valid. */
  async identify(presented: Presented): Promise<Identity | undefined> {
    const { valid } = await this.ask(presented, false);
    return valid?.identity;
  }

  private ask(presented: Presented, isCounted: boolean): Promise<Verification<Identity>> {
    const { token } = presented;
    const { isTokenText, digestOf: storedDigest = digestOf } = this.kind;
    const digest = token !== undefined && isTokenText(token) ? storedDigest(token) : undefined;
    return this.batcher.ask({ presented, digest, isCounted });
  }
}
