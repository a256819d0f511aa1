import { fetchPublic, type Reach } from "../../../platform/outgoing/fetch-public.ts";
import { FeedError, mostBytes } from "../feed-error.ts";

/** What is asked of the server of a calendar. */
export interface CalendarRequest {
  readonly url: string;
  /** What it said of the version that is known; null where none is. */
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly signal: AbortSignal;
}

/** The calendar as it came, or that it is still the version that is known. */
export type FetchedCalendar =
  | "unchanged"
  | { readonly bytes: Uint8Array; readonly etag: string | null; readonly lastModified: string | null };

/** Fetches a calendar. @throws FeedError in words for who set the feed up */
export type FetchCalendar = (request: CalendarRequest) => Promise<FetchedCalendar>;

/** Milliseconds that a server may take for a calendar, redirects included. */
const longest = 60_000;

/** Characters of a validator of the other server; a longer one is not kept. */
const longestValidator = 500;

/** Fetches calendars from public addresses, and no others. */
export function fetchPublicCalendar({ privateFetch }: Pick<Reach, "privateFetch">): FetchCalendar {
  return async ({ url, etag, lastModified, signal }) => {
    const headers = {
      accept: "text/calendar, */*;q=0.5",
      ...(etag === null ? {} : { "if-none-match": etag }),
      ...(lastModified === null ? {} : { "if-modified-since": lastModified }),
    };
    const answer = await fetchPublic({ privateFetch, signal }, { url, headers, maxBytes: mostBytes, timeout: longest });
    if ("problem" in answer) throw new FeedError(`The address ${answer.problem}.`);
    if (answer.status === 304 && (etag !== null || lastModified !== null)) return "unchanged";
    if (answer.status !== 200) throw new FeedError(`The server of the calendar answered ${answer.status}.`);
    return {
      bytes: answer.bytes,
      etag: validator(answer.headers.etag),
      lastModified: validator(answer.headers["last-modified"]),
    };
  };
}

const validator = (text: string | undefined): string | null =>
  text !== undefined && text !== "" && text.length <= longestValidator ? text : null;
