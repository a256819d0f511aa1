import type { Authentication } from "./authentication.ts";
import { type Application, askForTokens, endpoint, OAuthError, type Tokens } from "./oauth.ts";
import { renewedToken } from "./renewed-token.ts";

/** What is asked of the person who connects an account. */
export interface Consent {
  readonly baseUrl: string;
  readonly clientId: string;
  /** One of the application's own, letter by letter. */
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  /** The account that is offered first. */
  readonly account?: number;
}

/** Where to send the person, and what to keep until they come back. */
export interface ConsentRequest {
  readonly url: string;
  /** Compare it with the `state` that comes back, and take no code without it. */
  readonly state: string;
  /** The secret of PKCE, for `exchangeCode`. */
  readonly codeVerifier: string;
}

/** Makes the URL of the consent page, with PKCE (RFC 7636, S256) and a state of its own. */
export async function consentRequest(consent: Consent): Promise<ConsentRequest> {
  const [state, codeVerifier] = [randomText(), randomText()];
  const challenge = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(codeVerifier));
  const query = new URLSearchParams({
    response_type: "code",
    client_id: consent.clientId,
    redirect_uri: consent.redirectUri,
    scope: consent.scopes.join(" "),
    state,
    code_challenge: base64url(new Uint8Array(challenge)),
    code_challenge_method: "S256",
    ...(consent.account === undefined ? {} : { account_id: String(consent.account) }),
  });
  return { url: endpoint(consent.baseUrl, `/oauth/authorize?${query}`), state, codeVerifier };
}

/** What came back from the consent page. */
export interface Code {
  readonly code: string;
  readonly codeVerifier: string;
  readonly redirectUri: string;
}

/** Exchanges the code that came back for tokens. It works once, and is never sent again by itself. */
export const exchangeCode = (application: Application, { code, codeVerifier, redirectUri }: Code): Promise<Tokens> =>
  askForTokens(application, {
    grant_type: "authorization_code",
    code,
    code_verifier: codeVerifier,
    redirect_uri: redirectUri,
  });

/**
 * The tokens of an account, renewed when they end: one renewal at a time, however many requests wait.
 * @param store keeps the new tokens, and is awaited before they are used: the former refresh token ends with that. Let one process
 * renew at a time.
 */
export function refreshingTokens(
  application: Application,
  tokens: Tokens,
  store: (tokens: Tokens) => void | Promise<void>,
): Authentication {
  return renewedToken(tokens, async (last) => {
    const refreshToken = last?.refreshToken;
    if (refreshToken === undefined) throw new OAuthError("invalid_grant", "There is no refresh token.");
    const renewed = await askForTokens(application, { grant_type: "refresh_token", refresh_token: refreshToken });
    await store(renewed);
    return renewed;
  });
}

/** The application itself, with the scope `public`: it reads the published rentals of all accounts that have installed it. */
export const clientCredentials = (application: Application): Authentication =>
  renewedToken(undefined, () => askForTokens(application, { grant_type: "client_credentials" }));

const randomText = (): string => base64url(crypto.getRandomValues(new Uint8Array(32)));

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
