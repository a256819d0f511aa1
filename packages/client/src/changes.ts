import type { components } from "./api.ts";
import { RateLimited, type RoostError } from "./errors.ts";
import { isObject } from "./json.ts";
import { mayPass } from "./retries.ts";
import { pause } from "./waiting.ts";

/** An event of the change feed. */
export type ChangeEvent = components["schemas"]["events"] & {
  /** With `include: "record"`: the record as it is now; null once the token does not see it. */
  readonly record?: Readonly<Record<string, unknown>> | null;
};

/** One answer of the change feed. */
export interface Changes {
  /** In the order in which they were committed; often none. */
  readonly events: readonly ChangeEvent[];
  /** The cursor behind these events. Keep it once you have worked them off, also when there are none. */
  readonly after: string;
}

/** What is followed, and from where. */
export interface Following {
  /** A cursor that you kept; without one, the feed begins now. */
  readonly after?: string;
  /** Only these types, such as `booking.created`. */
  readonly types?: readonly string[];
  /** Only events of records of this resource. */
  readonly resource?: string;
  /** Adds its record to each event. */
  readonly include?: "record";
  /** The most events of one answer, up to 1000, with records up to 100; 100 by default. */
  readonly limit?: number;
  /** Seconds that the service waits for an event before it answers without; 25 unless told, at most 30. */
  readonly wait?: number;
  /** Ends the iteration. */
  readonly signal?: AbortSignal;
  /** Told each time that the service cannot be reached, before it is tried again. */
  readonly onInterruption?: (error: RoostError) => void;
}

/** Asks `GET /events` with a query. */
export type ReadEvents = (query: Readonly<Record<string, unknown>>, signal: AbortSignal) => Promise<unknown>;

/** Milliseconds between attempts to reach a service that is away: the first, and the longest. */
const firstPause = 500;
const longestPause = 30_000;

/**
 * Follows the change feed: an answer at a time, until the signal ends it. What passes by itself (a broken connection, a restart, the rate
 * limit) is waited for, however long it takes.
 * @throws Gone when the cursor is too old: read everything anew. Any other refusal, too.
 */
export async function* follow(read: ReadEvents, following: Following): AsyncGenerator<Changes, void, undefined> {
  const { types, resource, include, limit, wait = 25, onInterruption } = following;
  const signal = following.signal ?? new AbortController().signal;
  let { after } = following;
  let failures = 0;
  while (!signal.aborted) {
    try {
      const changes = changesOf(await read({ after, types: types?.join(","), resource, include, limit, wait }, signal));
      failures = 0;
      after = changes.after;
      yield changes;
    } catch (error) {
      if (signal.aborted) return;
      if (!mayPass(error)) throw error;
      onInterruption?.(error);
      failures += 1;
      if (!(await paused(pauseAfter(error, failures), signal))) return;
    }
  }
}

function pauseAfter(error: RoostError, failures: number): number {
  if (error instanceof RateLimited && error.retryAfter !== undefined) return error.retryAfter * 1000;
  return Math.min(longestPause, firstPause * 2 ** (failures - 1)) * (0.5 + Math.random() / 2);
}

/** @returns false when the signal ended it */
const paused = (milliseconds: number, signal: AbortSignal): Promise<boolean> =>
  pause(milliseconds, signal).then(
    () => true,
    () => false,
  );

function changesOf(answer: unknown): Changes {
  if (isFeed(answer)) return { events: answer.events, after: answer.meta.after };
  throw new TypeError("The answer of GET /events has no meta.after.");
}

type Feed = { readonly events: Changes["events"]; readonly meta: { readonly after: string } };

const isFeed = (answer: unknown): answer is Feed =>
  isObject(answer) && Array.isArray(answer.events) && isObject(answer.meta) && typeof answer.meta.after === "string";
