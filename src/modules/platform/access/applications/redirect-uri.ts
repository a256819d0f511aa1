/** For applications without a web server: the page shows the code, and the person copies it. */
export const outOfBand = "urn:ietf:wg:oauth:2.0:oob";

const maxLength = 2000;

/** Parameters that Roost adds to the URI. A URI that already has one would have it twice, and a client could read the wrong one. */
const responseParameters = ["code", "state", "iss", "error", "error_description"];

/** Schemes that a browser or the system handles itself, or that would expose the code. */
const noProgram = new Set(
  `about: blob: chrome: data: file: filesystem: ftp: http: intent: javascript: mailto: sms: tel: urn: vbscript: view-source: ws: wss:`.split(
    " ",
  ),
);

/** Whether URLs of this scheme open a native application (RFC 8252, 7.1). @param protocol with its colon */
export function isPrivateScheme(protocol: string): boolean {
  return protocol !== "https:" && !noProgram.has(protocol);
}

/** The problem of a redirect URI's query; undefined if there is none. */
export function redirectQueryProblem({ searchParams }: URL): string | undefined {
  if (!responseParameters.some((name) => searchParams.has(name))) return undefined;
  return `must not have ${responseParameters.join(", ")} in its query: the response adds them`;
}

/**
 * The problem of a redirect URI that an application registers; undefined if there is none. URIs are stored verbatim and compared
 * by `isRegisteredRedirect`, without wildcards or normalization. Without TLS, only loopback URIs are allowed (RFC 8252).
 */
export function redirectUriProblem(uri: string): string | undefined {
  if (uri === outOfBand) return undefined;
  if (uri.length > maxLength) return `is too long (maximum is ${maxLength} characters)`;
  // URL parsing silently drops spaces and line breaks, so the exact comparison would never match.
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
 * Whether a redirect URI is registered. The comparison is exact, except for the port of a loopback URI, because a native application
 * uses any free port (RFC 8252, 7.3; RFC 9700, 2.1).
 */
export function isRegisteredRedirect(uri: string, registered: readonly string[]): boolean {
  if (registered.includes(uri)) return true;
  const anyPort = loopbackWithoutPort(uri);
  return anyPort !== undefined && registered.some((one) => loopbackWithoutPort(one) === anyPort);
}

/** The URI without its port; undefined unless it is an http loopback URI. */
function loopbackWithoutPort(uri: string): string | undefined {
  if (!/^http:\/\/[\x21-\x7e]+$/.test(uri) || !URL.canParse(uri) || !isLoopback(new URL(uri).hostname))
    return undefined;
  return uri.replace(/^(http:\/\/(?:\[[^\]]*\]|[^/:?#\\@]*)):\d+/, "$1");
}

/** Whether a parsed URL's host is always this machine. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "[::1]" || /^127(\.\d{1,3}){3}$/.test(host);
}
