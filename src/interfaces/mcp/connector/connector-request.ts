import { OAuthError, oauthErrorOrThrow } from "../../../modules/platform/access/tokens/oauth-error.ts";
import { type ReturnAddress, readChallenge } from "../../oauth/authorization-request.ts";
import type { OAuthParameters } from "../../oauth/oauth-parameters.ts";
import { redirectTarget } from "./redirect-policy.ts";

/** A connector's authorization request with an accepted redirect URI (RFC 6749, 4.1.1; PKCE as in OAuth 2.1). */
export interface ConnectorRequest {
  /** As the client wrote it: the exchange must repeat it. */
  readonly redirectUri: string;
  /** The browser's redirect target. */
  readonly to: ReturnAddress;
  /** The id from registration; may be empty (service.md, Agent endpoint tokens). */
  readonly clientId: string;
  /** SHA-256 of the code verifier, base64url. */
  readonly codeChallenge: string;
  /** The request's parameters, repeated in the form. */
  readonly parameters: readonly (readonly [string, string])[];
}

export type ParsedConnectorRequest =
  | { readonly kind: "request"; readonly request: ConnectorRequest }
  /** The browser is redirected to the client with the error. */
  | { readonly kind: "refused"; readonly to: ReturnAddress; readonly error: OAuthError }
  /** The user sees an error page that does not ask for the token. */
  | { readonly kind: "untrusted" };

const parameterNames = [
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
 * Reads a connector's authorization request.
 * @param listed the configured redirect URIs
 * @param resource the URL of the agent endpoint, the only valid resource (RFC 8707)
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
      throw new OAuthError("invalid_request", "client_id must be at most 200 visible ASCII characters.");
    }
    const request = { redirectUri, to, clientId, codeChallenge, parameters: parameters.pick(parameterNames) };
    return { kind: "request", request };
  } catch (error) {
    return { kind: "refused", to, error: oauthErrorOrThrow(error) };
  }
}

/** @returns the code challenge @throws OAuthError */
function check(parameters: OAuthParameters, resource: string): string {
  parameters.get("state");
  if (parameters.need("response_type") !== "code") {
    throw new OAuthError("unsupported_response_type", "response_type must be code.");
  }
  if ((parameters.get("response_mode") ?? "query") !== "query") {
    throw new OAuthError("invalid_request", "response_mode must be query.");
  }
  const challenge = readChallenge(parameters);
  if (challenge === undefined) {
    throw new OAuthError("invalid_request", "PKCE is required. Send code_challenge_method=S256 and a code_challenge.");
  }
  const requested = parameters.get("resource") ?? resource;
  if (requested.replace(/\/$/, "") !== resource) {
    throw new OAuthError("invalid_target", `resource must be ${resource}.`);
  }
  return challenge;
}
