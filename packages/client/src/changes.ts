import type { components } from "./api.ts";
import { RateLimited, type RoostError } from "./errors.ts";
import { isObject } from "./json.ts";
import { isTemporary } from "./retries.ts";
import { pause } from "./waiting.ts";

/** An event of the change feed. */
export type ChangeEvent = components["schemas"]["events"] & {
  /** With `include: "record"`: the current record; null once the token can't see it. */
  readonly record?: Readonly<Record<string, unknown>> | null;
};

/** One response of the change feed. */
export interface Changes {
  /** In commit order; often empty. */
  readonly events: readonly ChangeEvent[];
  /** The cursor after these events. Store it once you have processed them, also when there are none. */
  readonly after: string;
}

/** The events to follow, and the cursor to start from. */
export interface FollowOptions {
  /** A stored cursor; without one, the feed starts now. */
  readonly after?: string;
  /** Only these types, such as `booking.created`. */
  readonly types?: readonly string[];
  /** Only events about this resource. */
  readonly resource?: string;
  /** Adds each event's record. */
  readonly include?: "record";
  /** Events per response: at most 1000, or 100 with records. Default: 100. */
  readonly limit?: number;
  /** Seconds that the service waits for an event, at most 30. Default: 25. */
  readonly wait?: number;
  /** Ends the iteration. */
  readonly signal?: AbortSignal;
  /** Called each time the service is unreachable, before the next attempt. */
  readonly onInterruption?: (error: RoostError) => void;
}

/** Calls `GET /events` with a query. */
export type ReadEvents = (query: Readonly<Record<string, unknown>>, signal: AbortSignal) => Promise<unknown>;

/** Delays between attempts to reach an unavailable service. */
const initialDelayMs = 500;
const maxDelayMs = 30_000;

/**
 * Follows the change feed, one response at a time, until the signal aborts. Retries temporary failures without a limit.
 * @throws Gone when the cursor is too old: read everything again. Other refusals, too.
 */
export async function* follow(read: ReadEvents, options: FollowOptions): AsyncGenerator<Changes, void, undefined> {
  const { types, resource, include, limit, wait = 25, onInterruption } = options;
  const signal = options.signal ?? new AbortController().signal;
  let { after } = options;
  let failures = 0;
  while (!signal.aborted) {
    try {
      const changes = changesOf(await read({ after, types: types?.join(","), resource, include, limit, wait }, signal));
      failures = 0;
      after = changes.after;
      yield changes;
    } catch (error) {
      if (signal.aborted) return;
      if (!isTemporary(error)) throw error;
      onInterruption?.(error);
      failures += 1;
      if (!(await pauseUnlessAborted(pauseAfter(error, failures), signal))) return;
    }
  }
}

function pauseAfter(error: RoostError, failures: number): number {
  if (error instanceof RateLimited && error.retryAfter !== undefined) return error.retryAfter * 1000;
  return Math.min(maxDelayMs, initialDelayMs * 2 ** (failures - 1)) * (0.5 + Math.random() / 2);
}

/** @returns false if the signal aborted */
const pauseUnlessAborted = (milliseconds: number, signal: AbortSignal): Promise<boolean> =>
  pause(milliseconds, signal).then(
    () => true,
    () => false,
  );

function changesOf(answer: unknown): Changes {
  if (isFeed(answer)) return { events: answer.events, after: answer.meta.after };
  throw new TypeError("The response of GET /events has no meta.after.");
}

type Feed = { readonly events: Changes["events"]; readonly meta: { readonly after: string } };

const isFeed = (answer: unknown): answer is Feed =>
  isObject(answer) && Array.isArray(answer.events) && isObject(answer.meta) && typeof answer.meta.after === "string";
