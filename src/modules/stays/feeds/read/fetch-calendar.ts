import { fetchPublic, type Reach } from "../../../platform/outgoing/fetch-public.ts";
import { FeedError, maxBytes } from "../feed-error.ts";

/** A request for a calendar. */
export interface CalendarRequest {
  readonly url: string;
  /** Validators of the last version; null if there are none. */
  readonly etag: string | null;
  readonly lastModified: string | null;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly signal: AbortSignal;
}

/** The fetched calendar, or "unchanged". */
export type FetchedCalendar =
  | "unchanged"
  | { readonly bytes: Uint8Array; readonly etag: string | null; readonly lastModified: string | null };

/** Fetches a calendar. @throws FeedError with a message for the manager */
export type FetchCalendar = (request: CalendarRequest) => Promise<FetchedCalendar>;

/** Timeout for a calendar, redirects included. */
const timeoutMs = 60_000;

/** Maximum characters of a validator. Longer ones are dropped. */
const maxValidatorLength = 500;

/** Fetches calendars from public addresses only. */
export function fetchPublicCalendar({ privateFetch }: Pick<Reach, "privateFetch">): FetchCalendar {
  return async ({ url, etag, lastModified, now, signal }) => {
    const headers = {
      accept: "text/calendar, */*;q=0.5",
      ...(etag === null ? {} : { "if-none-match": etag }),
      ...(lastModified === null ? {} : { "if-modified-since": lastModified }),
    };
    const answer = await fetchPublic({ privateFetch, signal }, { url, headers, maxBytes, timeout: timeoutMs });
    if ("problem" in answer) throw new FeedError(`The address ${answer.problem}.`);
    if (answer.status === 304 && (etag !== null || lastModified !== null)) return "unchanged";
    if (answer.status !== 200)
      throw new FeedError(
        `The calendar's server returned ${answer.status}.`,
        secondsIn(answer.headers["retry-after"], now),
      );
    return {
      bytes: answer.bytes,
      etag: validator(answer.headers.etag),
      lastModified: validator(answer.headers["last-modified"]),
    };
  };
}

const validator = (text: string | undefined): string | null =>
  text !== undefined && text !== "" && text.length <= maxValidatorLength ? text : null;

/** Maximum pause that a server may ask for. */
const maxRetryAfterSeconds = 7 * 86_400;

/** Reads `Retry-After`: seconds or a date. @returns 0 without one */
function secondsIn(header: string | undefined, now: number): number {
  if (header === undefined) return 0;
  const seconds = /^\s*\d+\s*$/.test(header) ? Number(header) : Math.ceil((Date.parse(header) - now) / 1000);
  return Number.isFinite(seconds) ? Math.min(Math.max(0, seconds), maxRetryAfterSeconds) : 0;
}
