import { isLoopback } from "../../oauth/redirect-uri.ts";

const longest = 2000;

/**
 * Where a connector's redirect URI leads, when the browser may be sent there (agent.md, Connector sign-in): it is on the configured
 * list, character by character, or an address of the person's own machine. That is judged on the parsed URL, and the parsed URL is
 * what is redirected to: however a text was written, it leads where it was found to lead.
 * @returns the URL to redirect to, or undefined
 */
export function redirectTarget(redirectUri: string | undefined, listed: readonly string[]): string | undefined {
  if (redirectUri === undefined || redirectUri.length > longest) return undefined;
  if (listed.includes(redirectUri)) return redirectUri;
  // Blanks, line breaks and backslashes are read by URL parsers in more than one way.
  if (!/^https?:\/\/[\x21-\x5b\x5d-\x7e]+$/i.test(redirectUri) || !URL.canParse(redirectUri)) return undefined;
  const url = new URL(redirectUri);
  if (redirectUri.includes("#") || url.username || url.password) return undefined;
  return isLoopback(url.hostname) ? url.href : undefined;
}
