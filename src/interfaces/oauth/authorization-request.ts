import type { Transaction } from "../../database/sql/transaction.ts";
import { isScope, type Scope } from "../../kernel/access/scopes.ts";
import { isRegisteredRedirect } from "../../modules/platform/access/applications/redirect-uri.ts";
import {
  type Application,
  findApplication,
} from "../../modules/platform/access/applications/registered-application.ts";
import { OAuthError, oauthErrorOrThrow } from "../../modules/platform/access/tokens/oauth-error.ts";
import type { OAuthParameters } from "./oauth-parameters.ts";

/** The validated destination of the authorization response. */
export interface ReturnAddress {
  readonly redirectUri: string;
  readonly state: string | undefined;
}

/** An application's authorization request (RFC 6749, 4.1.1). */
export interface AuthorizationRequest extends ReturnAddress {
  readonly application: Application;
  readonly scopes: readonly Scope[];
  /** SHA-256 of the code verifier, base64url (RFC 7636). */
  readonly codeChallenge: string | undefined;
  /** The account that the application requests; undefined lets the user choose. */
  readonly account: { readonly id: number } | undefined;
  /** Show the consent page even when nothing new is requested (`prompt=consent`). */
  readonly askAgain: boolean;
  /** The request's parameters, for a form or URL that leads back to it. */
  readonly parameters: readonly (readonly [string, string])[];
}

export type ParsedAuthorizationRequest =
  | { readonly kind: "request"; readonly request: AuthorizationRequest }
  /** The browser is redirected to the application with the error. */
  | {
      readonly kind: "refused";
      readonly application: Application;
      readonly to: ReturnAddress;
      readonly error: OAuthError;
    }
  /** The user sees a page, because the redirect URI may not be the application's. */
  | { readonly kind: "untrusted"; readonly sentence: string };

const parameterNames = [
  "client_id",
  "redirect_uri",
  "response_type",
  "response_mode",
  "scope",
  "state",
  "account_id",
  "code_challenge",
  "code_challenge_method",
  "prompt",
];

/** Reads an authorization request. Roost redirects to registered redirect URIs only (RFC 9700, 2.1). */
export async function readAuthorizationRequest(
  transaction: Transaction,
  parameters: OAuthParameters,
): Promise<ParsedAuthorizationRequest> {
  const single = new Map(parameters.pick(["client_id", "redirect_uri"]));
  const application = await findApplication(transaction, single.get("client_id") ?? "");
  if (!application) return { kind: "untrusted", sentence: "The application that sent you here is not registered." };
  const redirectUri = single.get("redirect_uri");
  if (redirectUri === undefined || !isRegisteredRedirect(redirectUri, application.redirectUris)) {
    const sentence = `${application.name} sent you here with a redirect address that it has not registered.`;
    return { kind: "untrusted", sentence };
  }
  const [state] = parameters.pick(["state"]).map(([, value]) => value);
  const address = { redirectUri, state };
  try {
    return { kind: "request", request: { ...address, application, ...readDetails(parameters, application) } };
  } catch (error) {
    return { kind: "refused", application, to: address, error: oauthErrorOrThrow(error) };
  }
}

function readDetails(
  parameters: OAuthParameters,
  application: Application,
): Pick<AuthorizationRequest, "scopes" | "codeChallenge" | "account" | "askAgain" | "parameters"> {
  for (const name of parameterNames) parameters.get(name);
  const responseType = parameters.need("response_type");
  if (responseType !== "code") throw new OAuthError("unsupported_response_type", "response_type must be code.");
  if ((parameters.get("response_mode") ?? "query") !== "query") {
    throw new OAuthError("invalid_request", "response_mode must be query.");
  }
  const account = parameters.get("account_id");
  return {
    scopes: readScopes(parameters.get("scope") ?? "public", application),
    codeChallenge: readChallenge(parameters),
    // An invalid id matches no account, so the user chooses.
    account: account === undefined ? undefined : { id: /^\d{1,15}$/.test(account) ? Number(account) : 0 },
    askAgain: (parameters.get("prompt") ?? "").split(" ").includes("consent"),
    parameters: parameters.pick(parameterNames),
  };
}

/** RFC 6749, 3.3. */
function readScopes(text: string, application: Application): Scope[] {
  const names = [...new Set(text.split(" ").filter((name) => name !== ""))];
  const scopes = names.filter(isScope).filter((scope) => application.scopes.includes(scope));
  if (scopes.length === 0 || scopes.length < names.length) {
    throw new OAuthError("invalid_scope", "scope must contain only scopes that the application is registered for.");
  }
  return scopes;
}

/** The code challenge (RFC 7636, 4.3); undefined without PKCE. S256 must be named explicitly, because the RFC's default is plain. */
export function readChallenge(parameters: OAuthParameters): string | undefined {
  const challenge = parameters.get("code_challenge");
  const method = parameters.get("code_challenge_method");
  if (challenge === undefined && method === undefined) return undefined;
  if (challenge === undefined || !/^[A-Za-z0-9_-]{43}$/.test(challenge)) {
    throw new OAuthError("invalid_request", "code_challenge must be a SHA-256 in base64url: 43 characters.");
  }
  if (method !== "S256") throw new OAuthError("invalid_request", "code_challenge_method must be S256.");
  return challenge;
}
