/** The state of an hourly rate limit (conventions.md, Rate limit). */
export interface RateLimitStatus {
  readonly limit: number;
  /** Requests left after this one; never negative. */
  readonly remaining: number;
  /** Whether this request is over the limit. */
  readonly exceeded: boolean;
  /** The window's end, in epoch seconds. */
  readonly resetsAt: number;
}

/** The status after `used` requests of a window. */
export function rateLimitStatus(limit: number, used: number, resetsAt: number): RateLimitStatus {
  return { limit, remaining: Math.max(0, limit - used), exceeded: used > limit, resetsAt };
}
