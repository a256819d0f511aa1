import type { FastifyInstance } from "fastify";
import { connector } from "./connector/routes.ts";
import { endpoint } from "./endpoint.ts";
import { health } from "./identity.ts";
import { knownOrigins, refuseForeignOrigin } from "./origin.ts";
import type { AgentParts } from "./parts.ts";
import { answerRpcError } from "./rpc/errors.ts";

/** The agent endpoint (service.md, Agent endpoint; agent.md): MCP for AI agents, read-only, and the sign-in of connectors. */
export async function agent(app: FastifyInstance, parts: AgentParts): Promise<void> {
  await app.register((instance) => healthCheck(instance, parts));
  await app.register((instance) => endpoint(instance, parts));
  await app.register((instance) => connector(instance, parts));
}

async function healthCheck(app: FastifyInstance, parts: AgentParts): Promise<void> {
  const origins = knownOrigins(parts);
  app.setErrorHandler(answerRpcError);
  app.addHook("onRequest", async (request) => refuseForeignOrigin(request, origins));
  app.get("/mcp/health", async (_request, reply) => reply.header("cache-control", "no-store").send(health));
}
