/** Where an application without a web server is sent: the code is shown to the person, who copies it. */
export const outOfBand = "urn:ietf:wg:oauth:2.0:oob";

const longest = 2000;

/** What an answer puts into the query: a URI that has one of them already would have it twice, and a client could take the wrong one. */
const answered = ["code", "state", "iss", "error", "error_description"];

/** Schemes that a browser or the system acts upon by itself, or over which a code would be read by others. */
const noProgram = new Set(
  `about: blob: chrome: data: file: filesystem: ftp: http: intent: javascript: mailto: sms: tel: urn: vbscript: view-source: ws: wss:`.split(
    " ",
  ),
);

/** Whether the system opens a program of somebody's for URLs of this scheme (RFC 8252, 7.1). @param protocol with its colon */
export function isPrivateScheme(protocol: string): boolean {
  return protocol !== "https:" && !noProgram.has(protocol);
}

/** What is wrong with the query of a redirect URI; undefined when nothing is. */
export function redirectQueryProblem({ searchParams }: URL): string | undefined {
  if (!answered.some((name) => searchParams.has(name))) return undefined;
  return `must not have ${answered.join(", ")} in its query: the answer brings them`;
}

/**
 * What is wrong with a redirect URI that an application registers; undefined when nothing is. It is kept as it stands and
 * compared by `isRegisteredRedirect`: no wildcard, no normalisation. Without TLS an authorisation code may only travel within one machine (RFC 8252).
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
  const query = redirectQueryProblem(url);
  if (query !== undefined) return query;
  const secure = url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname));
  return secure ? undefined : `must be https, http on this machine (localhost, 127.0.0.1, [::1]), or ${outOfBand}`;
}

/**
 * Whether a redirect URI is one of those that are registered: character by character, but for the port of a program on the person's own
 * machine, which takes the one that is free (RFC 8252, 7.3; RFC 9700, 2.1).
 */
export function isRegisteredRedirect(uri: string, registered: readonly string[]): boolean {
  if (registered.includes(uri)) return true;
  const anyPort = loopbackWithoutPort(uri);
  return anyPort !== undefined && registered.some((one) => loopbackWithoutPort(one) === anyPort);
}

/** Its text without the port; undefined for a URI that leads elsewhere than to this machine over http. */
function loopbackWithoutPort(uri: string): string | undefined {
  if (!/^http:\/\/[\x21-\x7e]+$/.test(uri) || !URL.canParse(uri) || !isLoopback(new URL(uri).hostname))
    return undefined;
  return uri.replace(/^(http:\/\/(?:\[[^\]]*\]|[^/:?#\\@]*)):\d+/, "$1");
}

/** Whether a host of a parsed URL is this machine, whatever the network says. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "[::1]" || /^127(\.\d{1,3}){3}$/.test(host);
}
