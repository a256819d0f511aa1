import { NetworkError, RoostError } from "./errors.ts";
import { isObject, type JsonObject, parsed } from "./json.ts";
import { refusalOf } from "./read-refusal.ts";
import { mayPass, type Retries, usualRetries, waitAfter } from "./retries.ts";
import { exchange } from "./sending.ts";
import { pause } from "./waiting.ts";

/** An application as the service knows it, and where the service is. */
export interface Application {
  /** The service's own URL, as for `createClient`. */
  readonly baseUrl: string;
  readonly clientId: string;
  /** Never in a browser: every application of the service proves who it is. */
  readonly clientSecret: string;
  readonly fetch?: typeof globalThis.fetch;
  readonly retries?: Partial<Retries>;
}

/** What an application holds of an account. Keep it as it is: it is plain JSON. */
export interface Tokens {
  readonly accessToken: string;
  /** When the access token ends; epoch milliseconds of this machine's clock. */
  readonly expiresAt: number;
  /** None with client credentials. */
  readonly refreshToken?: string;
  readonly scopes: readonly string[];
}

/** The authorization server refused (RFC 6749, 5.2). `code` is such as `invalid_grant`: ask the person for consent again. */
export class OAuthError extends RoostError {
  override readonly name = "OAuthError";
  readonly code: string;

  constructor(code: string, description: string) {
    super(`${code}: ${description}`);
    this.code = code;
  }
}

/** Milliseconds that the authorization server may take. */
const timeout = 30_000;

/**
 * Asks the token endpoint. Repeated like any request: the service answers the same refresh token again while its new pair is not used.
 * @param form the grant and what belongs to it
 * @throws OAuthError what it refuses; NetworkError or ServiceUnavailable when it is out of reach
 */
export async function askForTokens(
  application: Application,
  form: Readonly<Record<string, string>>,
  signal: AbortSignal = new AbortController().signal,
): Promise<Tokens> {
  const { clientId, clientSecret, baseUrl, fetch = globalThis.fetch.bind(globalThis) } = application;
  const body = new URLSearchParams({ ...form, client_id: clientId, client_secret: clientSecret }).toString();
  const headers = new Headers({ "content-type": "application/x-www-form-urlencoded", accept: "application/json" });
  const outgoing = { url: endpoint(baseUrl, "/oauth/token"), method: "POST", headers, body, signal };
  const retries = { ...usualRetries, ...application.retries };
  // A code works once, and takes back what it gave when it comes again.
  const harmless = form.grant_type !== "authorization_code";
  for (let attempt = 1; ; attempt++) {
    try {
      return await tokensOf(await exchange(outgoing, { fetch, timeout }));
    } catch (error) {
      if (!mayPass(error)) throw error;
      const wait = waitAfter(error, { attempt, harmless, random: Math.random() }, retries);
      if (wait === undefined) throw error;
      await pause(wait, signal);
    }
  }
}

/** The URL of one of the service's pages or endpoints. */
export const endpoint = (baseUrl: string, path: string): string =>
  `${new URL(baseUrl).href.replace(/\/+$/, "")}${path}`;

async function tokensOf(response: Response): Promise<Tokens> {
  const body = parsed(await response.clone().text());
  if (isObject(body) && typeof body.error === "string" && response.status < 429)
    throw new OAuthError(body.error, String(body.error_description ?? ""));
  if (!response.ok) throw await refusalOf(response);
  if (!isObject(body)) throw new NetworkError("The token endpoint answered with no JSON.");
  return readTokens(body);
}

function readTokens({ access_token, refresh_token, expires_in, scope }: JsonObject): Tokens {
  if (typeof access_token !== "string" || typeof expires_in !== "number")
    throw new NetworkError("The token endpoint answered without a token.");
  return {
    accessToken: access_token,
    expiresAt: Date.now() + expires_in * 1000,
    ...(typeof refresh_token === "string" ? { refreshToken: refresh_token } : {}),
    scopes: typeof scope === "string" ? scope.split(" ") : [],
  };
}
