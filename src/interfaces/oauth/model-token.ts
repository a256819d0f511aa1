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

/** What the application showed to get a token. */
type Evidence =
  | { readonly kind: "code"; readonly code: TakenCode }
  | { readonly kind: "refresh"; readonly pair: PresentedPair }
  | { readonly kind: "application" };

/**
 * What @node-oauth/oauth2-server asks while it answers one token request of an application that has authenticated, in one
 * transaction. The library leads through the grant types and checks PKCE; what a secret stands for, and what it gives, is said here.
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
    if (this.redirectUri === undefined)
      throw new OAuthError("invalid_request", "The parameter redirect_uri is missing.");
    const code = await takeCode(this.transaction, this.application, text, this.redirectUri);
    this.evidence = { kind: "code", code };
    return {
      authorizationCode: text,
      // Whether it has expired was decided by the database's clock.
      expiresAt: endOfTime,
      redirectUri: code.redirectUri,
      scope: [...code.scopes],
      client: this.client(),
      user: {},
      ...(code.codeChallenge === null ? {} : { codeChallenge: code.codeChallenge, codeChallengeMethod: "S256" }),
    };
  }

  /** The code is used since it was taken. */
  async revokeAuthorizationCode(): Promise<boolean> {
    return true;
  }

  async getRefreshToken(text: string): Promise<OAuth2Server.RefreshToken> {
    if (this.redirectUri !== undefined && !isRegisteredRedirect(this.redirectUri, this.application.redirectUris)) {
      throw new OAuthError("invalid_grant", "The redirect_uri is not one of the application's.");
    }
    const pair = await presentRefreshToken(this.transaction, this.application, text);
    this.evidence = { kind: "refresh", pair };
    return { refreshToken: text, scope: [...pair.scopes], client: this.client(), user: {} };
  }

  /** The library's rotation ends a refresh token here. Ours works for another minute. */
  async revokeToken(): Promise<boolean> {
    return true;
  }

  async getUserFromClient(): Promise<OAuth2Server.User> {
    this.evidence = { kind: "application" };
    return {};
  }

  /** A code's scopes were approved; an application for itself has what is public, whatever else it is registered for. */
  async validateScope(_user: unknown, _client: unknown, scope?: string[]): Promise<string[] | undefined> {
    if (this.evidence?.kind !== "application") return scope;
    const asked: readonly string[] = scope ?? ["public"];
    return asked.every((name) => name === "public") && this.application.scopes.includes("public")
      ? ["public"]
      : undefined;
  }

  async saveToken(token: OAuth2Server.Token, client: OAuth2Server.Client): Promise<OAuth2Server.Token> {
    const scopes = (token.scope ?? []).filter(isScope);
    const of = await this.descend(token.refreshToken);
    const grant = { application: this.application.id, scopes, lifetime: accessTokenLifetime, ...of };
    await keepAccessToken(this.transaction, token.accessToken, grant);
    return { ...token, client, user: {} };
  }

  /** Part of the library's type; the API verifies tokens itself. */
  async getAccessToken(): Promise<undefined> {
    return undefined;
  }

  /** The pair that a new access token belongs to, made from what was shown; none for an application's own. */
  private async descend(refreshToken: string | undefined): Promise<{ account?: number; pair?: number }> {
    const { transaction, evidence } = this;
    if (!evidence) throw new Error("A token is to be issued for nothing.");
    if (evidence.kind === "application") return {};
    if (refreshToken === undefined) throw new Error("A pair is to be issued without its refresh token.");
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

/** The grant types of RFC 6749 that every application may use. */
export const grantTypes: readonly string[] = ["authorization_code", "refresh_token", "client_credentials"];

const endOfTime = new Date(8.64e15);

/** The scopes of an issued token, in the words of the API. */
export function scopesOf(token: OAuth2Server.Token): Scope[] {
  return (token.scope ?? []).filter(isScope);
}
