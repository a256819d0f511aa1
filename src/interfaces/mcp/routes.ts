import type { FastifyInstance } from "fastify";
import { AgentGate } from "./token-authenticator.ts";
import { connector } from "./connector/routes.ts";
import { endpoint } from "./endpoint.ts";
import { health } from "./identity.ts";
import { knownOrigins, refuseForeignOrigin } from "./origin.ts";
import type { AgentParts } from "./dependencies.ts";
import { answerRpcError, sendRefusal } from "./rpc/errors.ts";
import { codes, RpcError } from "./rpc/rpc-error.ts";
import { AgentAdmissions } from "../../modules/access/agent-tokens/admission.ts";

/** The agent endpoint (service.md, Agent endpoint; agent.md): MCP for AI agents, read-only, and the sign-in of connectors. */
export async function agent(app: FastifyInstance, parts: AgentParts): Promise<void> {
  const gate = new AgentGate(
    new AgentAdmissions(parts.database.counting),
    `${parts.baseUrl}/.well-known/oauth-protected-resource/mcp`,
  );
  await app.register((instance) => healthCheck(instance, parts, gate));
  await app.register((instance) => endpoint(instance, parts, gate));
  await app.register(
    async (instance) => {
      instance.setNotFoundHandler(async (request, reply) => {
        await gate.tell(request, reply, parts.clock());
        return sendRefusal(reply, new RpcError(codes.invalidRequest, "There is nothing at this path.", 404));
      });
    },
    { prefix: "/mcp" },
  );
  await app.register((instance) => connector(instance, parts));
}

async function healthCheck(app: FastifyInstance, parts: AgentParts, gate: AgentGate): Promise<void> {
  const origins = knownOrigins(parts);
  app.setErrorHandler(answerRpcError);
  app.addHook("onRequest", async (request, reply) => {
    await gate.tell(request, reply, parts.clock());
    refuseForeignOrigin(request, origins);
  });
  app.get("/mcp/health", async (_request, reply) => reply.header("cache-control", "no-store").send(health));
}
