import type { Authentication } from "./authentication.ts";
import { type Application, endpoint, OAuthError, requestTokens, type Tokens } from "./oauth.ts";
import { renewedToken } from "./renewed-token.ts";

/** The consent to request from the account's owner. */
export interface Consent {
  readonly baseUrl: string;
  readonly clientId: string;
  /** One of the application's redirect URIs, exactly as registered. */
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  /** The preselected account. */
  readonly account?: number;
}

/** The URL to send the person to, and the values to keep until they return. */
export interface ConsentRequest {
  readonly url: string;
  /** Compare it with the returned `state`. Reject the code if they differ. */
  readonly state: string;
  /** The PKCE secret for `exchangeCode`. */
  readonly codeVerifier: string;
}

/** Creates a consent page's URL, with PKCE (RFC 7636, S256) and a random state. */
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

/** The values returned from the consent page. */
export interface Code {
  readonly code: string;
  readonly codeVerifier: string;
  readonly redirectUri: string;
}

/** Exchanges a code for tokens. A code works once, so this never retries. */
export const exchangeCode = (application: Application, { code, codeVerifier, redirectUri }: Code): Promise<Tokens> =>
  requestTokens(application, {
    grant_type: "authorization_code",
    code,
    code_verifier: codeVerifier,
    redirect_uri: redirectUri,
  });

/**
 * An account's tokens, refreshed when they expire. Concurrent requests share one refresh.
 * @param store saves the new tokens before they are used, which ends the former refresh token. Let only one process refresh at a time.
 */
export function refreshingTokens(
  application: Application,
  tokens: Tokens,
  store: (tokens: Tokens) => void | Promise<void>,
): Authentication {
  return renewedToken(tokens, async (last) => {
    const refreshToken = last?.refreshToken;
    if (refreshToken === undefined)
      throw new OAuthError("invalid_grant", "No refresh token. Connect the account again.");
    const renewed = await requestTokens(application, { grant_type: "refresh_token", refresh_token: refreshToken });
    await store(renewed);
    return renewed;
  });
}

/** The application's own token with the scope `public`. It reads published rentals of all accounts that installed the application. */
export const clientCredentials = (application: Application): Authentication =>
  renewedToken(undefined, () => requestTokens(application, { grant_type: "client_credentials" }));

const randomText = (): string => base64url(crypto.getRandomValues(new Uint8Array(32)));

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
