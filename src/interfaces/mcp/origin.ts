import type { FastifyRequest } from "fastify";
import type { McpDependencies } from "./dependencies.ts";
import { codes, RpcError } from "./rpc/rpc-error.ts";

/** The origins of which requests are taken: the service's own, and the configured ones. */
export function knownOrigins({ baseUrl, agentOrigins = [] }: McpDependencies): ReadonlySet<string> {
  return new Set([new URL(baseUrl).origin, ...agentOrigins]);
}

/**
 * Rejects what a page of somebody else's asks for (agent.md, Origin): by rebinding a name to this address such a page would speak to the
 * service as if it were its own. Programs that are no browsers send no origin.
 * @throws RpcError 403
 */
export function assertKnownOrigin({ headers }: FastifyRequest, known: ReadonlySet<string>): void {
  const { origin } = headers;
  if (origin === undefined || known.has(origin)) return;
  throw new RpcError(
    codes.invalidRequest,
    `Invalid request: the origin ${origin.slice(0, 60)} is not one that this service answers; ROOST_AGENT_ORIGINS names those.`,
    403,
  );
}
