import type { IncomingMessage } from "node:http";

/** What is wrong with a request's headers; undefined when nothing is. */
export function problemOfHead({ rawHeaders, headers, httpVersion }: IncomingMessage): string | undefined {
  // Where there are two, a proxy and we may believe different ones (RFC 9112, 3.2).
  for (const name of ["host", "authorization"])
    if (countOf(rawHeaders, name) > 1) return `The request has more than one ${name} header.`;
  return headers.host === undefined && httpVersion === "1.1" ? "The request has no Host header." : undefined;
}

/** @param rawHeaders names and values in turn, as they came */
function countOf(rawHeaders: readonly string[], name: string): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === name) count++;
  return count;
}
