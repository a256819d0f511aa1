import { NetworkError, RateLimited, type RoostError, ServiceUnavailable } from "./errors.ts";

/** How often and how long a request is tried. */
export interface Retries {
  /** Attempts in all, the first among them; 1 never repeats. 4 unless told. */
  readonly attempts: number;
  /** Milliseconds before the second attempt; each further one waits twice as long. 250 unless told. */
  readonly firstWait: number;
  /** The most milliseconds between two attempts. A `Retry-After` beyond is not waited for. 30,000 unless told. */
  readonly longestWait: number;
}

export const usualRetries: Retries = { attempts: 4, firstWait: 250, longestWait: 30_000 };

/** Whether an error may pass by itself. No other refusal does: the same request would be refused again. */
export const mayPass = (error: unknown): error is NetworkError | ServiceUnavailable | RateLimited =>
  error instanceof NetworkError || error instanceof ServiceUnavailable || error instanceof RateLimited;

/**
 * Milliseconds until a request is sent again.
 * @param attempt the attempt that failed, from 1
 * @param harmless whether the service carries it out once, however often it is sent
 * @param random in [0, 1): so that programs that failed together do not come back together
 * @returns undefined when it is not sent again
 */
export function waitAfter(
  error: RoostError,
  { attempt, harmless, random }: { attempt: number; harmless: boolean; random: number },
  { attempts, firstWait, longestWait }: Retries,
): number | undefined {
  if (attempt >= attempts || !mayPass(error)) return undefined;
  // Who is over the limit was refused before anything happened.
  if (!harmless && !(error instanceof RateLimited)) return undefined;
  const asked = error instanceof NetworkError ? undefined : error.retryAfter;
  if (error instanceof RateLimited && asked === undefined) return undefined;
  if (asked !== undefined && asked * 1000 > longestWait) return undefined;
  const backoff = Math.min(longestWait, firstWait * 2 ** (attempt - 1)) * (0.5 + random / 2);
  return Math.max(backoff, (asked ?? 0) * 1000);
}
