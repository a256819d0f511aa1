import {
  isLoopback,
  isPrivateScheme,
  isRegisteredRedirect,
  redirectQueryProblem,
} from "../../../modules/platform/access/applications/redirect-uri.ts";

const maxLength = 2000;

/**
 * Accepts a redirect URI that is on the configured list (exact match) or is a loopback address (agent.md, Connector sign-in).
 * The loopback check and the redirect use the same parsed URL, so an odd spelling cannot lead elsewhere.
 * @returns the URL to redirect to, or undefined when it is not allowed
 */
export function redirectTarget(redirectUri: string | undefined, listed: readonly string[]): string | undefined {
  if (redirectUri === undefined || redirectUri.length > maxLength) return undefined;
  if (isRegisteredRedirect(redirectUri, listed))
    return hasResponseParameter(new URL(redirectUri)) ? undefined : redirectUri;
  // URL parsers disagree about spaces, line breaks and backslashes.
  if (!/^https?:\/\/[\x21-\x5b\x5d-\x7e]+$/i.test(redirectUri) || !URL.canParse(redirectUri)) return undefined;
  const url = new URL(redirectUri);
  if (redirectUri.includes("#") || url.username || url.password || hasResponseParameter(url)) return undefined;
  return isLoopback(url.hostname) ? url.href : undefined;
}

/**
 * The problem of a configured redirect URI; undefined when it is valid. It must be https or a private scheme, which opens
 * the program that registered it (RFC 8252, 7.1).
 */
export function listedRedirectProblem(uri: string): string | undefined {
  if (uri.length > maxLength) return `is too long (maximum is ${maxLength} characters)`;
  if (!/^[a-z][a-z0-9+.-]*:\/[\x21-\x5b\x5d-\x7e]+$/.test(uri) || !URL.canParse(uri)) {
    return "must be an exact URL such as https://agents.example.com/callback or program://callback";
  }
  const url = new URL(uri);
  if (uri.includes("*")) return "must not contain a wildcard";
  if (uri.includes("#")) return "must not have a fragment";
  if (url.username || url.password) return "must not contain a user name or password";
  const query = redirectQueryProblem(url);
  if (query !== undefined) return query;
  if (url.protocol !== "https:" && !isPrivateScheme(url.protocol))
    return "must use https or a program's private scheme";
  return undefined;
}

/** The query already holds `code`, `state` or `iss`, which the response adds. */
function hasResponseParameter(url: URL): boolean {
  return redirectQueryProblem(url) !== undefined;
}
