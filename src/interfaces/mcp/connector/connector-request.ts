import { OAuthError, oauthErrorOrThrow } from "../../../modules/platform/access/tokens/oauth-error.ts";
import type { ReturnAddress } from "../../oauth/authorization-request.ts";
import type { OAuthParameters } from "../../oauth/oauth-parameters.ts";
import { redirectTarget } from "./redirect-policy.ts";

/** What a connector asks for, after its redirect URI was accepted (RFC 6749, 4.1.1; OAuth 2.1: with PKCE). */
export interface ConnectorRequest {
  /** As the client wrote it: the exchange must repeat it. */
  readonly redirectUri: string;
  /** Where the browser is sent. */
  readonly to: ReturnAddress;
  /** What registration gave it, or nothing: these fields may stay empty (service.md, Agent endpoint tokens). */
  readonly clientId: string;
  /** SHA-256 of the code verifier, base64url. */
  readonly codeChallenge: string;
  /** The request once more, for the form. */
  readonly parameters: readonly (readonly [string, string])[];
}

export type ParsedConnectorRequest =
  | { readonly kind: "request"; readonly request: ConnectorRequest }
  /** The client is redirected to with the error. */
  | { readonly kind: "refused"; readonly to: ReturnAddress; readonly error: OAuthError }
  /** The person sees a page, which asks for no token. */
  | { readonly kind: "untrusted" };

const known = [
  "client_id",
  "redirect_uri",
  "response_type",
  "response_mode",
  "scope",
  "state",
  "resource",
  "code_challenge",
  "code_challenge_method",
];

/**
 * Reads the request of a connector.
 * @param listed the configured redirect URIs
 * @param resource the URL of the agent endpoint, the only one that there are tokens for (RFC 8707)
 */
export function readConnectorRequest(
  parameters: OAuthParameters,
  listed: readonly string[],
  resource: string,
): ParsedConnectorRequest {
  const single = new Map(parameters.pick(["redirect_uri", "state"]));
  const redirectUri = single.get("redirect_uri");
  const target = redirectTarget(redirectUri, listed);
  if (redirectUri === undefined || target === undefined) return { kind: "untrusted" };
  const to = { redirectUri: target, state: single.get("state") };
  try {
    const codeChallenge = check(parameters, resource);
    const clientId = parameters.get("client_id") ?? "";
    if (!/^[\x21-\x7e]{0,200}$/.test(clientId)) {
      throw new OAuthError("invalid_request", "The parameter client_id is not one that we gave.");
    }
    const request = { redirectUri, to, clientId, codeChallenge, parameters: parameters.pick(known) };
    return { kind: "request", request };
  } catch (error) {
    return { kind: "refused", to, error: oauthErrorOrThrow(error) };
  }
}

/** @returns the code challenge @throws OAuthError */
function check(parameters: OAuthParameters, resource: string): string {
  parameters.get("state");
  if (parameters.need("response_type") !== "code") {
    throw new OAuthError("unsupported_response_type", "The only response type is code.");
  }
  if ((parameters.get("response_mode") ?? "query") !== "query") {
    throw new OAuthError("invalid_request", "The only response mode is query.");
  }
  if ((parameters.get("code_challenge_method") ?? "plain") !== "S256") {
    throw new OAuthError("invalid_request", "PKCE is needed, with the code_challenge_method S256.");
  }
  const challenge = parameters.need("code_challenge");
  if (!/^[A-Za-z0-9_-]{43}$/.test(challenge)) {
    throw new OAuthError("invalid_request", "The parameter code_challenge is not a SHA-256 in base64url.");
  }
  const wanted = parameters.get("resource") ?? resource;
  if (wanted.replace(/\/$/, "") !== resource) {
    throw new OAuthError("invalid_target", "There are tokens for the agent endpoint only.");
  }
  return challenge;
}
