import { type Json, reference } from "./json-schema.ts";

const text = { type: "string" };
const count = { type: "string", pattern: "^\\d+$" };
const header = (description: string, schema: Json = text): Json => ({ description, schema });

/** The headers of answers, by their names. */
export const headers = {
  "X-Request-Id": header("Names this request; say it when you report a problem."),
  "X-Updated-Since-Request-Synced-At": header(
    "What to send as updated_since next time, so that no change is missed: the database's clock.",
    { type: "string", format: "date-time" },
  ),
  "X-RateLimit-Limit": header("Requests that the application may make in an hour.", count),
  "X-RateLimit-Remaining": header("Requests that are left of this hour.", count),
  "X-RateLimit-Reset": header("When the next hour begins: Unix time in seconds.", count),
  "Retry-After": header("Seconds to wait before the next request.", count),
  ETag: header(
    "Names this content, and the coding that it was sent in: send it as If-None-Match to be answered 304 while nothing has changed, in whatever coding.",
  ),
  Link: header('URLs of other pages: rel "first", "prev", "next", "last".'),
  "X-Total-Pages": header("How many pages there are.", count),
  "X-Total-Count": header("How many records there are on all pages.", count),
  "X-Per-Page": header("How many records a page has.", count),
  Location: header("The URL of what was created.", { type: "string", format: "uri" }),
  "WWW-Authenticate": header("How to authenticate."),
} as const;

export type HeaderName = keyof typeof headers;

const always: readonly HeaderName[] = [
  "X-Request-Id",
  "X-Updated-Since-Request-Synced-At",
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
];

/** The headers of one kind of answer: those that stand on all, and its own. */
export function headersOf(...own: readonly HeaderName[]): Json {
  return Object.fromEntries([...always, ...own].map((name) => [name, reference("headers", name)]));
}
