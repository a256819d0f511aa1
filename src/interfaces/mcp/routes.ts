import type { FastifyInstance } from "fastify";
import { type AgentAuthenticator, agentAuthenticator } from "./authentication.ts";
import { connector } from "./connector/routes.ts";
import type { McpDependencies } from "./dependencies.ts";
import { endpoint } from "./endpoint.ts";
import { health } from "./identity.ts";
import { allowedOrigins, assertAllowedOrigin } from "./origin.ts";
import { answerRpcError, sendError } from "./rpc/errors.ts";
import { codes, RpcError } from "./rpc/rpc-error.ts";

/** The agent endpoint (service.md, Agent endpoint; agent.md): read-only MCP for AI agents, and the connector sign-in. */
export async function agent(app: FastifyInstance, dependencies: McpDependencies): Promise<void> {
  const authenticator = agentAuthenticator(
    dependencies.database.counting,
    `${dependencies.baseUrl}/.well-known/oauth-protected-resource/mcp`,
  );
  await app.register((instance) => openPaths(instance, dependencies, authenticator), { prefix: "/mcp" });
  await app.register((instance) => endpoint(instance, dependencies, authenticator));
  await app.register((instance) => connector(instance, dependencies));
}

/** Paths below /mcp that need no token and do not count against a limit: the health check and the 404. */
async function openPaths(
  app: FastifyInstance,
  dependencies: McpDependencies,
  authenticator: AgentAuthenticator,
): Promise<void> {
  const origins = allowedOrigins(dependencies);
  app.setErrorHandler(answerRpcError);
  app.addHook("onRequest", async (request, reply) => {
    void reply.headers(authenticator.headersOf(request.ip, dependencies.clock()));
    assertAllowedOrigin(request, origins);
  });
  app.get("/health", async (_request, reply) => reply.header("cache-control", "no-store").send(health));
  app.setNotFoundHandler((_request, reply) =>
    sendError(reply, new RpcError(codes.invalidRequest, "Path not found.", 404)),
  );
}
