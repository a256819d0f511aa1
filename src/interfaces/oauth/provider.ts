import OAuth2Server from "@node-oauth/oauth2-server";
import type { Transaction } from "../../database/sql/transaction.ts";
import type { Application } from "../../modules/platform/access/applications/registered-application.ts";
import { OAuthError, type OAuthErrorCode } from "../../modules/platform/access/tokens/oauth-error.ts";
import { accessTokenLifetime } from "../../modules/platform/access/tokens/tokens.ts";
import { grantTypes, scopesOf, TokenModel } from "./model-token.ts";
import type { OAuthParameters } from "./oauth-parameters.ts";

/** The token response: exactly these fields (service.md, Authentication 5). */
export interface TokenAnswer {
  readonly access_token: string;
  readonly token_type: "bearer";
  readonly expires_in: number;
  readonly refresh_token?: string;
  readonly scope: string;
}

/** The parameters passed to the library. The application's secret is not among them. */
const libraryParameters = ["grant_type", "code", "code_verifier", "refresh_token", "scope"];

/** Off, because client-authentication.ts authenticates clients for all endpoints. */
const requireClientAuthentication = Object.fromEntries(grantTypes.map((type) => [type, false]));

/**
 * Answers a token request of an authenticated application with @node-oauth/oauth2-server (RFC 6749, 4.1.3, 4.4, 6). Why its authorization
 * endpoint is not used: docs/design/sign-in.md. After an error, commit the transaction: it may hold a revoked grant or a consumed code.
 * @throws OAuthError
 */
export async function issueToken(
  transaction: Transaction,
  application: Application,
  parameters: OAuthParameters,
): Promise<TokenAnswer> {
  if (!grantTypes.includes(parameters.need("grant_type"))) {
    throw new OAuthError("unsupported_grant_type", `grant_type must be one of: ${grantTypes.join(", ")}.`);
  }
  const redirectUri = parameters.get("redirect_uri");
  const body = {
    ...read(parameters, libraryParameters),
    client_id: application.clientId,
    ...(redirectUri && { redirect_uri: redirectUri }),
  };
  const server = new OAuth2Server({
    model: new TokenModel(transaction, application, redirectUri),
    accessTokenLifetime,
    requireClientAuthentication,
  });
  const token = await mapLibraryErrors(() => server.token(libraryRequest(body), new OAuth2Server.Response()));
  return {
    access_token: token.accessToken,
    token_type: "bearer",
    expires_in: accessTokenLifetime,
    ...(token.refreshToken === undefined ? {} : { refresh_token: token.refreshToken }),
    scope: scopesOf(token).join(" "),
  };
}

function read(parameters: OAuthParameters, names: readonly string[]): Record<string, string> {
  for (const name of names) parameters.get(name);
  return Object.fromEntries(parameters.pick(names));
}

/** The library accepts forms only, and detects a body by its Content-Length. */
function libraryRequest(body: Record<string, string>): OAuth2Server.Request {
  const headers = { "content-type": "application/x-www-form-urlencoded", "content-length": "1" };
  return new OAuth2Server.Request({ method: "POST", headers, query: {}, body });
}

/**
 * Maps the library's errors to ours. The library wraps foreign errors in a server error: unwrap them, so deadlocks are retried and outages
 * are recognized.
 */
async function mapLibraryErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof OAuth2Server.OAuthError)) throw error;
    if ("inner" in error && error.inner instanceof Error && !(error.inner instanceof OAuth2Server.OAuthError))
      throw error.inner;
    throw libraryError(error) ?? error;
  }
}

function libraryError(error: OAuth2Server.OAuthError): OAuthError | undefined {
  const code = mappedErrors.find((name) => name === error.name);
  return code && new OAuthError(code, error.message.replaceAll(/["\\`]/g, ""));
}

const mappedErrors: readonly OAuthErrorCode[] = ["invalid_request", "invalid_grant", "invalid_scope"];
