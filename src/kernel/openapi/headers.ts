import { type Json, reference } from "./json-schema.ts";

const text = { type: "string" };
const count = { type: "string", pattern: "^\\d+$" };
const header = (description: string, schema: Json = text): Json => ({ description, schema });

/** Response headers by name. */
export const headers = {
  "X-Request-Id": header("The request's id. Include it when you report a problem."),
  "X-Updated-Since-Request-Synced-At": header(
    "The database's time. Send it as updated_since next time, so that you miss no change.",
    { type: "string", format: "date-time" },
  ),
  "X-RateLimit-Limit": header("The application's requests per hour.", count),
  "X-RateLimit-Remaining": header("The requests left in this hour.", count),
  "X-RateLimit-Reset": header("The start of the next hour: Unix time in seconds.", count),
  "Retry-After": header("Seconds to wait before the next request.", count),
  ETag: header(
    "Identifies this content and its encoding. Send it as If-None-Match: the response is 304 until the content changes, in any encoding. Send that of a single record as If-Match to write only if the record has not changed.",
  ),
  Link: header('URLs of other pages: rel "first", "prev", "next", "last".'),
  "X-Total-Pages": header("The number of pages.", count),
  "X-Total-Count": header("The number of records on all pages.", count),
  "X-Per-Page": header("The number of records per page.", count),
  Location: header("The URL of the created record.", { type: "string", format: "uri" }),
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

/** The headers of an answer: those of every answer, and its own. */
export function headersOf(...own: readonly HeaderName[]): Json {
  return Object.fromEntries([...always, ...own].map((name) => [name, reference("headers", name)]));
}
