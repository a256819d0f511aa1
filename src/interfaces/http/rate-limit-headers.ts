import type { FastifyReply } from "fastify";
import type { RateLimitStatus } from "../../modules/access/rate-limit-status.ts";

/** Sets what is left of an hour on an answer (service.md, Limits). @param now epoch milliseconds @returns the seconds to its end */
export function setRateLimitHeaders(reply: FastifyReply, status: RateLimitStatus, now: number): number {
  const seconds = Math.max(1, status.resetsAt - Math.floor(now / 1000));
  void reply.headers({
    "x-ratelimit-limit": String(status.limit),
    "x-ratelimit-remaining": String(status.remaining),
    "x-ratelimit-reset": String(status.resetsAt),
  });
  if (status.exceeded) void reply.header("retry-after", String(seconds));
  return seconds;
}
