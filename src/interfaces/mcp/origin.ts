import type { FastifyRequest } from "fastify";
import type { McpDependencies } from "./dependencies.ts";
import { codes, RpcError } from "./rpc/rpc-error.ts";

/** The allowed origins: the service's own and the configured ones. */
export function allowedOrigins({ baseUrl, agentOrigins = [] }: McpDependencies): ReadonlySet<string> {
  return new Set([new URL(baseUrl).origin, ...agentOrigins]);
}

/**
 * Rejects requests from foreign pages (agent.md, Origin), which could reach the service by DNS rebinding. Non-browser clients send no
 * `Origin`.
 * @throws RpcError 403
 */
export function assertAllowedOrigin({ headers }: FastifyRequest, allowed: ReadonlySet<string>): void {
  const { origin } = headers;
  if (origin === undefined || allowed.has(origin)) return;
  throw new RpcError(
    codes.invalidRequest,
    `Invalid request: the origin ${origin.slice(0, 60)} is not allowed. Add it to ROOST_AGENT_ORIGINS.`,
    403,
  );
}
