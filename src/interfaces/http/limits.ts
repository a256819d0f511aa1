import type { FastifyReply, FastifyRequest } from "fastify";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import type { RateLimitStatus } from "../../modules/access/token-verifier.ts";

/** How many requests without a valid token one address may make an hour. They are charged to no token. */
const strangersLimit = 300;
const anHour = 3600;

/** Puts what is left of an hour on an answer (service.md, Limits). @param now epoch milliseconds @returns the seconds to its end */
export function setRateLimitHeaders(reply: FastifyReply, rateLimit: RateLimitStatus, now: number): number {
  const seconds = Math.max(1, rateLimit.resetsAt - Math.floor(now / 1000));
  void reply.headers({
    "x-ratelimit-limit": String(rateLimit.limit),
    "x-ratelimit-remaining": String(rateLimit.remaining),
    "x-ratelimit-reset": String(rateLimit.resetsAt),
  });
  if (rateLimit.exceeded) void reply.header("retry-after", String(seconds));
  return seconds;
}

/** Counts those who come without a valid token, by their address and in memory: an attacker's own budget, which needs no exactness. */
export class AnonymousRateLimiter {
  private readonly limiter = new RateLimiterMemory({ points: strangersLimit, duration: anHour });

  /** Counts one request. @param now epoch milliseconds */
  async count(request: FastifyRequest, now: number): Promise<RateLimitStatus> {
    const used = await this.limiter.consume(request.ip).catch((reason: unknown) => {
      if (reason instanceof RateLimiterRes) return reason;
      throw reason;
    });
    return { ...budgetOf(used, now), exceeded: used.consumedPoints > strangersLimit };
  }

  /** What an address has left, without counting: for what is never refused. @param now epoch milliseconds */
  async look(request: FastifyRequest, now: number): Promise<RateLimitStatus> {
    const used = await this.limiter.get(request.ip);
    return budgetOf(used ?? { remainingPoints: strangersLimit, msBeforeNext: anHour * 1000 }, now);
  }
}

function budgetOf(used: Pick<RateLimiterRes, "remainingPoints" | "msBeforeNext">, now: number): RateLimitStatus {
  return {
    limit: strangersLimit,
    remaining: used.remainingPoints,
    exceeded: false,
    resetsAt: Math.ceil((now + used.msBeforeNext) / 1000),
  };
}
