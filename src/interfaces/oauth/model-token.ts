import type OAuth2Server from "@node-oauth/oauth2-server";
import type { Transaction } from "../../database/sql/transaction.ts";
import { isScope, type Scope } from "../../kernel/access/scopes.ts";
import { keepAccessToken, newAccessToken } from "../../modules/platform/access/access-token.ts";
import { isRegisteredRedirect } from "../../modules/platform/access/applications/redirect-uri.ts";
import type { Application } from "../../modules/platform/access/applications/registered-application.ts";
import { noteGrant, type TakenCode, takeCode } from "../../modules/platform/access/tokens/authorization-codes.ts";
import { beginGrant } from "../../modules/platform/access/tokens/grants.ts";
import { OAuthError } from "../../modules/platform/access/tokens/oauth-error.ts";
import {
  addPair,
  exchangePair,
  type PresentedPair,
  presentRefreshToken,
} from "../../modules/platform/access/tokens/token-pairs.ts";
import { accessTokenLifetime, newRefreshToken } from "../../modules/platform/access/tokens/tokens.ts";

/** The credential that the application exchanged for a token. */
type Evidence =
  | { readonly kind: "code"; readonly code: TakenCode }
  | { readonly kind: "refresh"; readonly pair: PresentedPair }
  | { readonly kind: "application" };

/**
 * The @node-oauth/oauth2-server model for one token request of an authenticated application, in one transaction. The library drives the
 * grant types and checks PKCE; this class resolves secrets and issues tokens.
 */
export class TokenModel {
  private readonly transaction: Transaction;
  private readonly application: Application;
  private readonly redirectUri: string | undefined;
  private evidence: Evidence | undefined;

  constructor(transaction: Transaction, application: Application, redirectUri: string | undefined) {
    this.transaction = transaction;
    this.application = application;
    this.redirectUri = redirectUri;
  }

  async getClient(clientId: string): Promise<OAuth2Server.Client | undefined> {
    return clientId === this.application.clientId ? this.client() : undefined;
  }

  async generateAccessToken(): Promise<string> {
    return newAccessToken();
  }

  async generateRefreshToken(): Promise<string> {
    return newRefreshToken();
  }

  async getAuthorizationCode(text: string): Promise<OAuth2Server.AuthorizationCode> {
    if (this.redirectUri === undefined) throw new OAuthError("invalid_request", "redirect_uri is required.");
    const code = await takeCode(this.transaction, this.application, text, this.redirectUri);
    this.evidence = { kind: "code", code };
    return {
      authorizationCode: text,
      // The database's clock has already decided that it has not expired.
      expiresAt: endOfTime,
      redirectUri: code.redirectUri,
      scope: [...code.scopes],
      client: this.client(),
      user: {},
      ...(code.codeChallenge === null ? {} : { codeChallenge: code.codeChallenge, codeChallengeMethod: "S256" }),
    };
  }

  /** Nothing to do: `takeCode` has consumed the code. */
  async revokeAuthorizationCode(): Promise<boolean> {
    return true;
  }

  async getRefreshToken(text: string): Promise<OAuth2Server.RefreshToken> {
    if (this.redirectUri !== undefined && !isRegisteredRedirect(this.redirectUri, this.application.redirectUris)) {
      throw new OAuthError("invalid_grant", "redirect_uri is not registered for this application.");
    }
    const pair = await presentRefreshToken(this.transaction, this.application, text);
    this.evidence = { kind: "refresh", pair };
    return { refreshToken: text, scope: [...pair.scopes], client: this.client(), user: {} };
  }

  /** Nothing to do: unlike the library's rotation, ours keeps the old refresh token valid for another minute. */
  async revokeToken(): Promise<boolean> {
    return true;
  }

  async getUserFromClient(): Promise<OAuth2Server.User> {
    this.evidence = { kind: "application" };
    return {};
  }

  /** A code's scopes were approved. An application's own token gets `public` only, whatever it is registered for. */
  async validateScope(_user: unknown, _client: unknown, scope?: string[]): Promise<string[] | undefined> {
    if (this.evidence?.kind !== "application") return scope;
    const requested: readonly string[] = scope ?? ["public"];
    return requested.every((name) => name === "public") && this.application.scopes.includes("public")
      ? ["public"]
      : undefined;
  }

  async saveToken(token: OAuth2Server.Token, client: OAuth2Server.Client): Promise<OAuth2Server.Token> {
    const scopes = (token.scope ?? []).filter(isScope);
    const pair = await this.issuePair(token.refreshToken);
    const grant = { application: this.application.id, scopes, lifetime: accessTokenLifetime, ...pair };
    await keepAccessToken(this.transaction, token.accessToken, grant);
    return { ...token, client, user: {} };
  }

  /** Required by the library's type; the API verifies tokens itself. */
  async getAccessToken(): Promise<undefined> {
    return undefined;
  }

  /** Issues the token pair of a new access token; none for an application's own token. */
  private async issuePair(refreshToken: string | undefined): Promise<{ account?: number; pair?: number }> {
    const { transaction, evidence } = this;
    if (!evidence) throw new Error("Token requested without a code, refresh token or client credentials.");
    if (evidence.kind === "application") return {};
    if (refreshToken === undefined) throw new Error("Token pair requested without a refresh token.");
    if (evidence.kind === "refresh") {
      const { account } = evidence.pair;
      return { account, pair: await exchangePair(transaction, evidence.pair, refreshToken) };
    }
    const { account, user, scopes } = evidence.code;
    const grant = await beginGrant(transaction, { account, user, scopes, application: this.application.id });
    await noteGrant(transaction, evidence.code, grant);
    return { account, pair: await addPair(transaction, { account, grant }, refreshToken) };
  }

  private client(): OAuth2Server.Client {
    return { id: this.application.clientId, grants: [...grantTypes] };
  }
}

/** The grant types that every application may use (RFC 6749). */
export const grantTypes: readonly string[] = ["authorization_code", "refresh_token", "client_credentials"];

const endOfTime = new Date(8.64e15);

/** The API scopes of an issued token. */
export function scopesOf(token: OAuth2Server.Token): Scope[] {
  return (token.scope ?? []).filter(isScope);
}
