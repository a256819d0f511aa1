import { NetworkError, RoostError } from "./errors.ts";
import { isObject, type JsonObject, parsed } from "./json.ts";
import { refusalOf } from "./read-refusal.ts";
import { defaultRetries, isTemporary, type Retries, waitAfter } from "./retries.ts";
import { exchange } from "./sending.ts";
import { pause } from "./waiting.ts";

/** An application's credentials and the service's address. */
export interface Application {
  /** The service's own URL, as for `createClient`. */
  readonly baseUrl: string;
  readonly clientId: string;
  /** Never use it in a browser. */
  readonly clientSecret: string;
  readonly fetch?: typeof globalThis.fetch;
  readonly retries?: Partial<Retries>;
}

/** An application's tokens for an account. Store them as they are: they are plain JSON. */
export interface Tokens {
  readonly accessToken: string;
  /** The access token's expiry, in epoch milliseconds of this machine's clock. */
  readonly expiresAt: number;
  /** Absent with client credentials. */
  readonly refreshToken?: string;
  readonly scopes: readonly string[];
}

/** The authorization server refused (RFC 6749, 5.2). With a `code` such as `invalid_grant`, ask the person for consent again. */
export class OAuthError extends RoostError {
  override readonly name = "OAuthError";
  readonly code: string;

  constructor(code: string, description: string) {
    super(`${code}: ${description}`);
    this.code = code;
  }
}

/** Milliseconds that a token request may take. */
const timeoutMs = 30_000;

/**
 * Calls the token endpoint, with retries. A repeated refresh token returns the same new pair until that is used.
 * @param form the grant and its parameters
 * @throws OAuthError for refusals; NetworkError or ServiceUnavailable if the endpoint is unreachable
 */
export async function requestTokens(
  application: Application,
  form: Readonly<Record<string, string>>,
  signal: AbortSignal = new AbortController().signal,
): Promise<Tokens> {
  const { clientId, clientSecret, baseUrl, fetch = globalThis.fetch.bind(globalThis) } = application;
  const body = new URLSearchParams({ ...form, client_id: clientId, client_secret: clientSecret }).toString();
  const headers = new Headers({ "content-type": "application/x-www-form-urlencoded", accept: "application/json" });
  const outgoing = { url: endpoint(baseUrl, "/oauth/token"), method: "POST", headers, body, signal };
  const retries = { ...defaultRetries, ...application.retries };
  // A code works once; sending it again revokes its tokens.
  const repeatable = form.grant_type !== "authorization_code";
  for (let attempt = 1; ; attempt++) {
    try {
      return await tokensOf(await exchange(outgoing, { fetch, timeoutMs }));
    } catch (error) {
      if (!isTemporary(error)) throw error;
      const wait = waitAfter(error, { attempt, repeatable, random: Math.random() }, retries);
      if (wait === undefined) throw error;
      await pause(wait, signal);
    }
  }
}

/** The URL of a page or endpoint of the service. */
export const endpoint = (baseUrl: string, path: string): string =>
  `${new URL(baseUrl).href.replace(/\/+$/, "")}${path}`;

async function tokensOf(response: Response): Promise<Tokens> {
  const body = parsed(await response.clone().text());
  if (isObject(body) && typeof body.error === "string" && response.status < 429)
    throw new OAuthError(body.error, String(body.error_description ?? ""));
  if (!response.ok) throw await refusalOf(response);
  if (!isObject(body)) throw new NetworkError("The token endpoint returned no JSON.");
  return readTokens(body);
}

function readTokens({ access_token, refresh_token, expires_in, scope }: JsonObject): Tokens {
  if (typeof access_token !== "string" || typeof expires_in !== "number")
    throw new NetworkError("The token endpoint returned no token.");
  return {
    accessToken: access_token,
    expiresAt: Date.now() + expires_in * 1000,
    ...(typeof refresh_token === "string" ? { refreshToken: refresh_token } : {}),
    scopes: typeof scope === "string" ? scope.split(" ") : [],
  };
}
