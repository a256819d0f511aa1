/** The default destination after sign-in. */
const start = "/console/calendar";
const maxLength = 8000;

/**
 * The path to open after sign-in. Anything but a path of this service leads to the start, including spellings that browsers read as another
 * host (`//host`, `/\host`, `/<tab>/host`).
 */
export function returnPath(requested: unknown): string {
  if (typeof requested !== "string" || requested.length > maxLength) return start;
  // Visible ASCII without the backslash: browsers drop tabs and line breaks, and read a backslash as a slash.
  if (!/^\/(?!\/)[\x21-\x5b\x5d-\x7e]*$/.test(requested)) return start;
  const here = "https://roost.invalid";
  const url = URL.canParse(requested, here) ? new URL(requested, here) : undefined;
  if (url?.origin !== here || url.pathname.startsWith("//")) return start;
  // Not back to sign-in or sign-out.
  if (/^\/sign_(in|out)\b/.test(url.pathname)) return start;
  return url.pathname + url.search;
}
