import OAuth2Server from "@node-oauth/oauth2-server";
import type { Transaction } from "../../database/sql/transaction.ts";
import type { Application } from "../../modules/platform/access/applications/registered-application.ts";
import { OAuthError, type OAuthErrorCode } from "../../modules/platform/access/tokens/oauth-error.ts";
import { accessTokenLifetime } from "../../modules/platform/access/tokens/tokens.ts";
import { grantTypes, scopesOf, TokenModel } from "./model-token.ts";
import type { OAuthParameters } from "./oauth-parameters.ts";

/** A successful answer of the token endpoint: these fields and no others (service.md, Authentication 5). */
export interface TokenAnswer {
  readonly access_token: string;
  readonly token_type: "bearer";
  readonly expires_in: number;
  readonly refresh_token?: string;
  readonly scope: string;
}

/** What the library may know of a token request; the application's secret is not among it. */
const passedOn = ["grant_type", "code", "code_verifier", "refresh_token", "scope"];

/** Clients have authenticated before the library is asked, in one way for all endpoints (client-authentication.ts). */
const requireClientAuthentication = Object.fromEntries(grantTypes.map((type) => [type, false]));

/**
 * The adapter to @node-oauth/oauth2-server, which leads through the token endpoint. (Its authorization endpoint is not used: it
 * reads `urn:ietf:wg:oauth:2.0:oob` with `url.parse`, which Node is about to forbid, and loses errors when a registered redirect URI
 * has a query; docs/design/sign-in.md.)
 *
 * Answers a token request of an application that has authenticated (RFC 6749, 4.1.3, 4.4, 6). An error may leave something to be
 * committed: a revoked authorization, a code that is used.
 * @throws OAuthError
 */
export async function issueToken(
  transaction: Transaction,
  application: Application,
  parameters: OAuthParameters,
): Promise<TokenAnswer> {
  if (!grantTypes.includes(parameters.need("grant_type"))) {
    throw new OAuthError("unsupported_grant_type", `The grant_type must be one of: ${grantTypes.join(", ")}.`);
  }
  const redirectUri = parameters.get("redirect_uri");
  const body = {
    ...read(parameters, passedOn),
    client_id: application.clientId,
    ...(redirectUri && { redirect_uri: redirectUri }),
  };
  const server = new OAuth2Server({
    model: new TokenModel(transaction, application, redirectUri),
    accessTokenLifetime,
    requireClientAuthentication,
  });
  const token = await inOurWords(() => server.token(libraryRequest(body), new OAuth2Server.Response()));
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

/** The library takes forms only, and recognises a body by its length. */
function libraryRequest(body: Record<string, string>): OAuth2Server.Request {
  const headers = { "content-type": "application/x-www-form-urlencoded", "content-length": "1" };
  return new OAuth2Server.Request({ method: "POST", headers, query: {}, body });
}

/**
 * Runs the library and turns what it throws into an error of ours. It wraps every other error, ours and the database's, into a
 * server error: those are taken out again, so that a deadlock is tried again and an outage is called one.
 */
async function inOurWords<T>(work: () => Promise<T>): Promise<T> {
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
  const code = known.find((name) => name === error.name);
  return code && new OAuthError(code, error.message.replaceAll(/["\\`]/g, ""));
}

const known: readonly OAuthErrorCode[] = ["invalid_request", "invalid_grant", "invalid_scope"];
