/** Where somebody goes who was not on the way to anywhere. */
const start = "/console/calendar";
const longest = 8000;

/**
 * Where to go after signing in: a path of this service and nothing else, whatever was asked for. A foreign host, another scheme, and
 * every spelling that some browser reads as one of these (`//host`, `/\host`, `/<tab>/host`) lead to the start instead.
 */
export function returnPath(wanted: unknown): string {
  if (typeof wanted !== "string" || wanted.length > longest) return start;
  // Visible ASCII without the backslash: browsers drop tabs and line breaks, and read a backslash as a slash.
  if (!/^\/(?!\/)[\x21-\x5b\x5d-\x7e]*$/.test(wanted)) return start;
  const here = "https://roost.invalid";
  const url = URL.canParse(wanted, here) ? new URL(wanted, here) : undefined;
  if (url?.origin !== here || url.pathname.startsWith("//")) return start;
  // Signing in again, or out, is no place to go.
  if (/^\/sign_(in|out)\b/.test(url.pathname)) return start;
  return url.pathname + url.search;
}
