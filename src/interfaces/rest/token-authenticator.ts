import type { FastifyReply, FastifyRequest } from "fastify";
import type { Caller } from "../../kernel/caller.ts";
import { RequestError } from "../../kernel/errors.ts";
import type { TokenAdmissions } from "../../modules/access/admission.ts";
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
 * that arrive together; anonymous are counted by their address. The rate-limit headers stand on every answer (service.md, Limits).
 */
export class TokenAuthenticator {
  private readonly admissions: TokenAdmissions;
  private readonly anonymous = new AnonymousRateLimiter();

  constructor(admissions: TokenAdmissions) {
    this.admissions = admissions;
  }

  /** Lets a request in. @throws RequestError 401 without a valid token, 429 over the limit */
  async enter(request: FastifyRequest, reply: FastifyReply): Promise<Caller> {
    const caller = await this.note(request, reply);
    if (!caller) throw new RequestError("unauthorized", "The access token is missing, unknown, expired or revoked.");
    request.caller = caller;
    return caller;
  }

  /** Counts a request and puts the headers on its answer, whoever it is: undefined for a stranger. @throws RequestError 429 over the limit */
  async note(request: FastifyRequest, reply: FastifyReply): Promise<Caller | undefined> {
    const { admitted, now } = await this.admissions.admit(bearerToken(request));
    setStandardHeaders(request, reply, now);
    const budget = admitted?.budget ?? (await this.anonymous.count(request, now));
    setRateLimitHeaders(reply, budget, now);
    if (budget.exceeded) throw limitExceeded();
    return admitted?.caller;
  }

  /** Puts the headers on the answer to what is neither charged nor refused. @param now epoch milliseconds */
  async tell(request: FastifyRequest, reply: FastifyReply, now: number): Promise<void> {
    setRateLimitHeaders(reply, await this.anonymous.look(request, now), now);
  }
}

function limitExceeded(): RequestError {
  return new RequestError("rate_limit_exceeded", "API v3 rate limit exceeded.");
}
