/** What an answer says about the application's requests of this hour. */
export interface RateLimit {
  /** Requests per clock hour, of all tokens of the application together. */
  readonly limit: number;
  readonly remaining: number;
  /** When the next hour begins. */
  readonly resetsAt: Date;
}

/** The rate limit of an answer; undefined for one that tells of none, such as a proxy's. */
export function rateLimitOf(headers: Headers): RateLimit | undefined {
  const [limit, remaining, reset] = ["limit", "remaining", "reset"].map((name) => headers.get(`x-ratelimit-${name}`));
  if (!limit || !remaining || !reset) return undefined;
  return { limit: Number(limit), remaining: Number(remaining), resetsAt: new Date(Number(reset) * 1000) };
}
