import type { FastifyRequest } from "fastify";
import type { Reader } from "../../kernel/read/visible/read-scope.ts";
import {
  type AgentIdentity,
  agentTokens,
  type PresentedAgentToken,
} from "../../modules/platform/access/agent-tokens/agent-tokens.ts";
import { TokenVerifier } from "../../modules/platform/access/tokens/token-verifier.ts";
import { TokenAuthenticator } from "../http/token-authenticator.ts";
import { presentedToken } from "./presented-token.ts";
import { codes, RpcError } from "./rpc/rpc-error.ts";

declare module "fastify" {
  interface FastifyRequest {
    agent: AgentIdentity | undefined;
  }
}

/** Authenticates requests to the agent endpoint. */
export type AgentAuthenticator = TokenAuthenticator<PresentedAgentToken, AgentIdentity>;

/**
 * Authenticates by agent token and checks the request's session: 401 without a valid token, 429 over the limit.
 * @param reader commits the rate-limit counts
 * @param resourceMetadata the URL that describes how a client gets a token (RFC 9728)
 */
export function agentAuthenticator(reader: Reader, resourceMetadata: string): AgentAuthenticator {
  return new TokenAuthenticator(new TokenVerifier(reader, agentTokens), {
    presented: (request) => ({ token: presentedToken(request), session: sessionOf(request) }),
    unauthorized: (reply) => {
      void reply.header("www-authenticate", `Bearer resource_metadata="${resourceMetadata}"`);
      return new RpcError(codes.unauthorized, "Unauthorized: the token is missing, unknown, expired or revoked.", 401);
    },
    limitExceeded: (seconds) =>
      new RpcError(codes.rateLimitExceeded, `Rate limit exceeded. Retry after ${seconds}s.`, 429),
  });
}

/** The session id of a request. */
export function sessionOf({ headers }: FastifyRequest): string | undefined {
  const session = headers["mcp-session-id"];
  return typeof session === "string" ? session : undefined;
}

/** The agent behind an authenticated request. */
export function agentOf({ agent }: FastifyRequest): AgentIdentity {
  if (!agent) throw new Error("A request reached its handler without an agent.");
  return agent;
}
