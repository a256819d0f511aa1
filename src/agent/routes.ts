import type { FastifyInstance } from "fastify";
import { AgentGate } from "./agent-gate.ts";
import { connector } from "./connector/routes.ts";
import { endpoint } from "./endpoint.ts";
import { health } from "./identity.ts";
import type { AgentParts } from "./parts.ts";
import { sendRefusal } from "./rpc/errors.ts";
import { codes, RpcError } from "./rpc/rpc-error.ts";
import { AgentAdmissions } from "./tokens/admission.ts";

/** The agent endpoint (service.md, Agent endpoint; agent.md): MCP for AI agents, read-only, and the sign-in of connectors. */
export async function agent(app: FastifyInstance, parts: AgentParts): Promise<void> {
  const gate = new AgentGate(
    new AgentAdmissions(parts.database.counting),
    `${parts.baseUrl}/.well-known/oauth-protected-resource/mcp`,
  );
  app.get("/mcp/health", async (request, reply) => {
    await gate.tell(request, reply);
    return reply.header("cache-control", "no-store").send(health);
  });
  await app.register((instance) => endpoint(instance, parts, gate));
  await app.register(
    async (instance) => {
      instance.setNotFoundHandler(async (request, reply) => {
        await gate.tell(request, reply);
        return sendRefusal(reply, new RpcError(codes.invalidRequest, "There is nothing at this path.", 404));
      });
    },
    { prefix: "/mcp" },
  );
  await app.register((instance) => connector(instance, parts));
}
