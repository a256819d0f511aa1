import type { StandIn } from "../../database/stand-in.ts";
import type { Caller } from "../../kernel/caller.ts";
import { RequestError } from "../../kernel/errors.ts";
import type { Reader } from "../../kernel/read/read-scope.ts";
import { apiTokens, apiTokensOfReplicated } from "../../modules/access/api-tokens.ts";
import { type PresentedToken, TokenVerifier } from "../../modules/access/token-verifier.ts";
import { TokenAuthenticator } from "../http/token-authenticator.ts";
import { bearerToken } from "./bearer.ts";

declare module "fastify" {
  interface FastifyRequest {
    caller: Caller | undefined;
  }
}

/** What authenticates the requests to the API. */
export type ApiAuthenticator = TokenAuthenticator<PresentedToken, Caller>;

/**
 * Authenticates by access tokens: 401 without a valid one, 429 over the limit.
 * @param reader commits what is counted
 * @param standIn answers while the reader cannot be reached, where there are replicas
 */
export function apiAuthenticator(reader: Reader, standIn?: StandIn): ApiAuthenticator {
  return new TokenAuthenticator(new TokenVerifier(reader, standIn ? apiTokensOfReplicated : apiTokens, standIn), {
    presented: (request) => ({ token: bearerToken(request) }),
    unauthorized: () => new RequestError("unauthorized", "The access token is missing, unknown, expired or revoked."),
    limitExceeded: () => new RequestError("rate_limit_exceeded", "API v3 rate limit exceeded."),
  });
}
