import { NetworkError, RateLimited, type RoostError, ServiceUnavailable } from "./errors.ts";

/** Limits on the number and duration of retries. */
export interface Retries {
  /** Total attempts; 1 never retries. Default: 4. */
  readonly attempts: number;
  /** Milliseconds before the second attempt; doubles each time. Default: 250. */
  readonly initialDelayMs: number;
  /** Maximum delay. Longer `Retry-After` values are not waited for. Default: 30,000. */
  readonly maxDelayMs: number;
}

export const defaultRetries: Retries = { attempts: 4, initialDelayMs: 250, maxDelayMs: 30_000 };

/** Whether a failure is temporary. Other refusals would repeat. */
export const isTemporary = (error: unknown): error is NetworkError | ServiceUnavailable | RateLimited =>
  error instanceof NetworkError || error instanceof ServiceUnavailable || error instanceof RateLimited;

/**
 * Milliseconds until the next attempt.
 * @param attempt the failed attempt, from 1
 * @param repeatable whether the service executes the request only once, however often it is sent
 * @param random in [0, 1), spreads retries of clients that failed together
 * @returns undefined to give up
 */
export function waitAfter(
  error: RoostError,
  { attempt, repeatable, random }: { attempt: number; repeatable: boolean; random: number },
  { attempts, initialDelayMs, maxDelayMs }: Retries,
): number | undefined {
  if (attempt >= attempts || !isTemporary(error)) return undefined;
  // A rate-limited request was refused before it did anything.
  if (!repeatable && !(error instanceof RateLimited)) return undefined;
  const retryAfter = error instanceof NetworkError ? undefined : error.retryAfter;
  if (error instanceof RateLimited && retryAfter === undefined) return undefined;
  if (retryAfter !== undefined && retryAfter * 1000 > maxDelayMs) return undefined;
  const backoff = Math.min(maxDelayMs, initialDelayMs * 2 ** (attempt - 1)) * (0.5 + random / 2);
  return Math.max(backoff, (retryAfter ?? 0) * 1000);
}
