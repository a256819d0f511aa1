import type { FastifyReply, FastifyRequest } from "fastify";
import { AnonymousRateLimiter, setRateLimitHeaders } from "../http/limits.ts";
import { setStandardHeaders } from "../http/standard-headers.ts";
import { codes, RpcError } from "./rpc/rpc-error.ts";
import type { VerifiedAgent, AgentTokenVerifier } from "../../modules/access/agent-tokens/agent-token-verifier.ts";
import { presentedToken } from "../../modules/access/agent-tokens/presented-token.ts";

declare module "fastify" {
  interface FastifyRequest {
    agent: VerifiedAgent | undefined;
  }
}

/**
 * Where every request to the agent endpoint comes through: its token and its session are looked at anew, and its token's hour is
 * charged (service.md, Limits). Who has no valid token is counted by address.
 */
export class AgentAuthenticator {
  private readonly verifier: AgentTokenVerifier;
  private readonly resourceMetadata: string;
  private readonly anonymous = new AnonymousRateLimiter();

  /** @param resourceMetadata the URL where a client learns how to get a token (RFC 9728) */
  constructor(verifier: AgentTokenVerifier, resourceMetadata: string) {
    this.verifier = verifier;
    this.resourceMetadata = resourceMetadata;
  }

  /** Checks the token and the session of a request, and counts it. @throws RpcError 401 without a valid token, 429 over the limit */
  async authenticate(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { verified, now } = await this.verifier.verify(presentedToken(request), sessionOf(request));
    setStandardHeaders(request, reply, now);
    const rateLimit = verified?.rateLimit ?? (await this.anonymous.count(request, now));
    const seconds = setRateLimitHeaders(reply, rateLimit, now);
    if (rateLimit.exceeded) {
      throw new RpcError(codes.rateLimitExceeded, `Rate limit exceeded. Retry after ${seconds}s.`, 429);
    }
    if (!verified) {
      void reply.header("www-authenticate", `Bearer resource_metadata="${this.resourceMetadata}"`);
      const sentence = "Unauthorized: the token is missing, unknown, expired or revoked.";
      throw new RpcError(codes.unauthorized, sentence, 401);
    }
    request.agent = verified;
  }

  /** Puts the headers on the answer to what is neither charged nor rejected. @param now epoch milliseconds */
  async setHeaders(request: FastifyRequest, reply: FastifyReply, now: number): Promise<void> {
    setRateLimitHeaders(reply, await this.anonymous.look(request, now), now);
  }
}

/** The session that a request names. */
export function sessionOf({ headers }: FastifyRequest): string | undefined {
  const session = headers["mcp-session-id"];
  return typeof session === "string" ? session : undefined;
}

/** Who was let in. */
export function agentOf({ agent }: FastifyRequest): VerifiedAgent {
  if (!agent) throw new Error("A request reached its handler without an agent.");
  return agent;
}
