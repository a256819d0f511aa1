/** Where an application without a web server is sent: the code is shown to the person, who copies it. */
export const outOfBand = "urn:ietf:wg:oauth:2.0:oob";

const longest = 2000;

/**
 * What is wrong with a redirect URI that an application registers; undefined when nothing is. It is kept and later compared exactly
 * as it stands: no wildcard, no normalisation. Without TLS an authorisation code may only travel within one machine (RFC 8252).
 */
export function redirectUriProblem(uri: string): string | undefined {
  if (uri === outOfBand) return undefined;
  if (uri.length > longest) return `is too long (maximum is ${longest} characters)`;
  // URL parsing would silently drop spaces and line breaks, and the exact comparison would then never match.
  if (!/^[\x21-\x7e]+$/.test(uri) || !URL.canParse(uri)) return "must be an absolute URL without spaces";
  if (uri.includes("*")) return "must be exact: no wildcard";
  const url = new URL(uri);
  if (uri.includes("#")) return "must not have a fragment";
  if (url.username || url.password) return "must not hold a user name or password";
  const secure = url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname));
  return secure ? undefined : `must be https, http on this machine (localhost, 127.0.0.1, [::1]), or ${outOfBand}`;
}

/** Whether a host of a parsed URL is this machine, whatever the network says. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "[::1]" || /^127(\.\d{1,3}){3}$/.test(host);
}
