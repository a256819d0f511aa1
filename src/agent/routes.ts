import type { FastifyInstance } from "fastify";
import { connector } from "./connector/routes.ts";
import { endpoint } from "./endpoint.ts";
import { health } from "./identity.ts";
import type { AgentParts } from "./parts.ts";

/** The agent endpoint (service.md, Agent endpoint; agent.md): MCP for AI agents, read-only, and the sign-in of connectors. */
export async function agent(app: FastifyInstance, parts: AgentParts): Promise<void> {
  app.get("/mcp/health", async (_request, reply) => reply.header("cache-control", "no-store").send(health));
  await app.register((instance) => endpoint(instance, parts));
  await app.register((instance) => connector(instance, parts));
}
