import type { FastifyReply } from "fastify";
import type { RateLimitStatus } from "../../../modules/platform/access/rate-limit-status.ts";

/** The rate-limit headers (service.md, Limits). */
export const rateLimitHeaders = ({ limit, remaining, resetsAt }: RateLimitStatus): Record<string, string> => ({
  "x-ratelimit-limit": String(limit),
  "x-ratelimit-remaining": String(remaining),
  "x-ratelimit-reset": String(resetsAt),
});

/** Sets the rate-limit headers. @param now epoch milliseconds @returns the seconds until the window ends */
export function setRateLimitHeaders(reply: FastifyReply, status: RateLimitStatus, now: number): number {
  const seconds = Math.max(1, status.resetsAt - Math.floor(now / 1000));
  void reply.headers(rateLimitHeaders(status));
  if (status.exceeded) void reply.header("retry-after", String(seconds));
  return seconds;
}
