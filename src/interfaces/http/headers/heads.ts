import type { IncomingMessage } from "node:http";

/** The problem with a request's headers; undefined when there is none. */
export function problemOfHead({ rawHeaders, headers, httpVersion }: IncomingMessage): string | undefined {
  // With two of them, a proxy may use one and Roost the other (RFC 9112, 3.2).
  for (const name of ["host", "authorization"])
    if (countOf(rawHeaders, name) > 1) return `The request has more than one ${name} header.`;
  return headers.host === undefined && httpVersion === "1.1" ? "The request has no Host header." : undefined;
}

/** @param rawHeaders alternating names and values, as received */
function countOf(rawHeaders: readonly string[], name: string): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === name) count++;
  return count;
}
