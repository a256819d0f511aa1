import { hash } from "node:crypto";

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** Milliseconds between an attempt that failed and the next (events.md, Webhooks); behind the last, it stays at that. */
const delays = [
  ...[5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour],
  ...[10 * hour, 14 * hour, 20 * hour, 24 * hour],
] as const;

/** Milliseconds after which what has always failed is not tried any more. */
export const longestFailure = 5 * 24 * hour;

/** Milliseconds for which an endpoint that fails is left alone: as long as it has failed already, but within these. */
const [shortestHold, longestHold] = [5 * second, 5 * minute];

/** The most that a delay is longer than it says, as a part of it: what failed together is not tried again together. */
const mostJitter = 0.1;

/**
 * Milliseconds until a message is tried again.
 * @param attempts how often it was tried so far: 1 or more
 */
export function retryDelay(attempts: number, webhookId: string): number {
  const delay = delays[Math.min(attempts, delays.length) - 1];
  if (delay === undefined) throw new Error("What was never tried is not tried again.");
  return jittered(delay, `${webhookId} ${attempts}`);
}

/** Milliseconds until an endpoint is tried again, whatever waits for it. @param failing for how many milliseconds no attempt has succeeded */
export function holdDelay(failing: number, webhookId: string): number {
  return jittered(Math.min(Math.max(failing, shortestHold), longestHold), webhookId);
}

/** The same for the same attempt, so that nothing is left to chance; as good as random over many. */
function jittered(delay: number, of: string): number {
  const share = hash("sha256", of, "buffer").readUInt32BE() / 2 ** 32;
  return Math.round(delay * (1 + mostJitter * share));
}
