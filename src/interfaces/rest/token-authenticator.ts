import type { FastifyReply, FastifyRequest } from "fastify";
import type { Caller } from "../../kernel/caller.ts";
import { RequestError } from "../../kernel/errors.ts";
import type { TokenVerifier } from "../../modules/access/token-verifier.ts";
import { bearerToken } from "./bearer.ts";
import { AnonymousRateLimiter, setRateLimitHeaders } from "../http/limits.ts";
import { setStandardHeaders } from "../http/standard-headers.ts";

declare module "fastify" {
  interface FastifyRequest {
    caller: Caller | undefined;
  }
}

/**
 * Where every request to the API comes through: its token is checked and its application's hour is charged, in one statement for all
 * that arrive together; who has no valid token is counted by address. The rate-limit headers stand on every answer (service.md, Limits).
 */
export class TokenAuthenticator {
  private readonly verifier: TokenVerifier;
  private readonly anonymous = new AnonymousRateLimiter();

  constructor(verifier: TokenVerifier) {
    this.verifier = verifier;
  }

  /** Checks the token of a request and counts it. @throws RequestError 401 without a valid token, 429 over the limit */
  async authenticate(request: FastifyRequest, reply: FastifyReply): Promise<Caller> {
    const caller = await this.count(request, reply);
    if (!caller) throw new RequestError("unauthorized", "The access token is missing, unknown, expired or revoked.");
    request.caller = caller;
    return caller;
  }

  /** Counts a request and puts the headers on its answer, whoever it is: undefined without a valid token. @throws RequestError 429 over the limit */
  async count(request: FastifyRequest, reply: FastifyReply): Promise<Caller | undefined> {
    const { verified, now } = await this.verifier.verify(bearerToken(request));
    setStandardHeaders(request, reply, now);
    const rateLimit = verified?.rateLimit ?? (await this.anonymous.count(request, now));
    setRateLimitHeaders(reply, rateLimit, now);
    if (rateLimit.exceeded) throw limitExceeded();
    return verified?.caller;
  }

  /** Puts the headers on the answer to what is neither charged nor rejected. @param now epoch milliseconds */
  async setHeaders(request: FastifyRequest, reply: FastifyReply, now: number): Promise<void> {
    setRateLimitHeaders(reply, await this.anonymous.look(request, now), now);
  }
}

function limitExceeded(): RequestError {
  return new RequestError("rate_limit_exceeded", "API v3 rate limit exceeded.");
}
