import {
  isLoopback,
  isPrivateScheme,
  isRegisteredRedirect,
  redirectQueryProblem,
} from "../../../modules/platform/access/applications/redirect-uri.ts";

const longest = 2000;

/**
 * Where a connector's redirect URI leads, when the browser may be sent there (agent.md, Connector sign-in): it is on the configured
 * list, character by character, or an address of the person's own machine. That is judged on the parsed URL, and the parsed URL is
 * what is redirected to: however a text was written, it leads where it was found to lead.
 * @returns the URL to redirect to, or undefined
 */
export function redirectTarget(redirectUri: string | undefined, listed: readonly string[]): string | undefined {
  if (redirectUri === undefined || redirectUri.length > longest) return undefined;
  if (isRegisteredRedirect(redirectUri, listed)) return answersTwice(new URL(redirectUri)) ? undefined : redirectUri;
  // Blanks, line breaks and backslashes are read by URL parsers in more than one way.
  if (!/^https?:\/\/[\x21-\x5b\x5d-\x7e]+$/i.test(redirectUri) || !URL.canParse(redirectUri)) return undefined;
  const url = new URL(redirectUri);
  if (redirectUri.includes("#") || url.username || url.password || answersTwice(url)) return undefined;
  return isLoopback(url.hostname) ? url.href : undefined;
}

/**
 * What is wrong with a redirect URI of the configured list: it must be https, or of a private scheme, by which the system opens the
 * program that has registered it (RFC 8252, 7.1). undefined: nothing.
 */
export function listedRedirectProblem(uri: string): string | undefined {
  if (uri.length > longest) return `is too long (maximum is ${longest} characters)`;
  if (!/^[a-z][a-z0-9+.-]*:\/[\x21-\x5b\x5d-\x7e]+$/.test(uri) || !URL.canParse(uri)) {
    return "must be an exact URL such as https://agents.example.com/callback or program://callback";
  }
  const url = new URL(uri);
  if (uri.includes("*")) return "must be exact: no wildcard";
  if (uri.includes("#")) return "must not have a fragment";
  if (url.username || url.password) return "must not hold a user name or password";
  const query = redirectQueryProblem(url);
  if (query !== undefined) return query;
  if (url.protocol !== "https:" && !isPrivateScheme(url.protocol))
    return "must be https, or of the private scheme of a program";
  return undefined;
}

function answersTwice(url: URL): boolean {
  return redirectQueryProblem(url) !== undefined;
}
