/** What is left of an hour's requests (conventions.md, Rate limit). */
export interface RateLimitStatus {
  readonly limit: number;
  /** Requests left after this one; zero for the last, and for one that is refused. */
  readonly remaining: number;
  /** This request is over the limit. */
  readonly exceeded: boolean;
  /** When the window ends, epoch seconds. */
  readonly resetsAt: number;
}

/** The status of the `used`-th request of a window. */
export function rateLimitStatus(limit: number, used: number, resetsAt: number): RateLimitStatus {
  return { limit, remaining: Math.max(0, limit - used), exceeded: used > limit, resetsAt };
}
