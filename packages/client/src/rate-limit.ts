/** The application's request quota for this hour. */
export interface RateLimit {
  /** Requests per clock hour, for all tokens of the application. */
  readonly limit: number;
  readonly remaining: number;
  /** The beginning of the next hour. */
  readonly resetsAt: Date;
}

/** A response's rate limit; undefined if it has none, such as a proxy's. */
export function rateLimitOf(headers: Headers): RateLimit | undefined {
  const [limit, remaining, reset] = ["limit", "remaining", "reset"].map((name) => headers.get(`x-ratelimit-${name}`));
  if (!limit || !remaining || !reset) return undefined;
  return { limit: Number(limit), remaining: Number(remaining), resetsAt: new Date(Number(reset) * 1000) };
}
