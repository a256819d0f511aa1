import type { FastifyReply } from "fastify";
import type { RateLimitStatus } from "../../../modules/platform/access/rate-limit-status.ts";

/** What is left of an hour, as headers (service.md, Limits). */
export const rateLimitHeaders = ({ limit, remaining, resetsAt }: RateLimitStatus): Record<string, string> => ({
  "x-ratelimit-limit": String(limit),
  "x-ratelimit-remaining": String(remaining),
  "x-ratelimit-reset": String(resetsAt),
});

/** Sets what is left of an hour on an answer. @param now epoch milliseconds @returns the seconds to its end */
export function setRateLimitHeaders(reply: FastifyReply, status: RateLimitStatus, now: number): number {
  const seconds = Math.max(1, status.resetsAt - Math.floor(now / 1000));
  void reply.headers(rateLimitHeaders(status));
  if (status.exceeded) void reply.header("retry-after", String(seconds));
  return seconds;
}
