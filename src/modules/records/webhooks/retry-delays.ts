import { hash } from "node:crypto";

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** Milliseconds between a failed attempt and the next (events.md, Webhooks). The last delay repeats. */
const delays = [
  ...[5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour],
  ...[10 * hour, 14 * hour, 20 * hour, 24 * hour],
] as const;

/** Milliseconds of failures after which Roost gives up. */
export const maxFailureMs = 5 * 24 * hour;

/** Bounds of a failing endpoint's backoff, which is as long as it has been failing. */
const [minBackoffMs, maxBackoffMs] = [5 * second, 5 * minute];

/** The largest share added to a delay, so that messages that failed together are not retried together. */
const maxJitter = 0.1;

/**
 * Milliseconds until a message is retried.
 * @param attempts the attempts so far: 1 or more
 */
export function retryDelay(attempts: number, webhookId: string): number {
  const delay = delays[Math.min(attempts, delays.length) - 1];
  if (delay === undefined) throw new Error("A retry needs at least one earlier attempt.");
  return jittered(delay, `${webhookId} ${attempts}`);
}

/** Milliseconds until a failing endpoint is probed again. @param failingMs since its first failure */
export function backoffDelay(failingMs: number, webhookId: string): number {
  return jittered(Math.min(Math.max(failingMs, minBackoffMs), maxBackoffMs), webhookId);
}

/** Deterministic for an attempt, for repeatable behavior; evenly spread over many. */
function jittered(delay: number, key: string): number {
  const share = hash("sha256", key, "buffer").readUInt32BE() / 2 ** 32;
  return Math.round(delay * (1 + maxJitter * share));
}
