import type { FastifyInstance } from "fastify";
import { AgentAuthenticator } from "./token-authenticator.ts";
import { connector } from "./connector/routes.ts";
import { endpoint } from "./endpoint.ts";
import { health } from "./identity.ts";
import { knownOrigins, assertKnownOrigin } from "./origin.ts";
import type { McpDependencies } from "./dependencies.ts";
import { answerRpcError, sendError } from "./rpc/errors.ts";
import { codes, RpcError } from "./rpc/rpc-error.ts";
import { AgentTokenVerifier } from "../../modules/access/agent-tokens/agent-token-verifier.ts";

/** The agent endpoint (service.md, Agent endpoint; agent.md): MCP for AI agents, read-only, and the sign-in of connectors. */
export async function agent(app: FastifyInstance, dependencies: McpDependencies): Promise<void> {
  const authenticator = new AgentAuthenticator(
    new AgentTokenVerifier(dependencies.database.counting),
    `${dependencies.baseUrl}/.well-known/oauth-protected-resource/mcp`,
  );
  await app.register((instance) => healthCheck(instance, dependencies, authenticator));
  await app.register((instance) => endpoint(instance, dependencies, authenticator));
  await app.register(
    async (instance) => {
      instance.setNotFoundHandler(async (request, reply) => {
        await authenticator.setHeaders(request, reply, dependencies.clock());
        return sendError(reply, new RpcError(codes.invalidRequest, "There is nothing at this path.", 404));
      });
    },
    { prefix: "/mcp" },
  );
  await app.register((instance) => connector(instance, dependencies));
}

async function healthCheck(
  app: FastifyInstance,
  dependencies: McpDependencies,
  authenticator: AgentAuthenticator,
): Promise<void> {
  const origins = knownOrigins(dependencies);
  app.setErrorHandler(answerRpcError);
  app.addHook("onRequest", async (request, reply) => {
    await authenticator.setHeaders(request, reply, dependencies.clock());
    assertKnownOrigin(request, origins);
  });
  app.get("/mcp/health", async (_request, reply) => reply.header("cache-control", "no-store").send(health));
}
