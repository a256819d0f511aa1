import type { FastifyInstance, FastifyRequest } from "fastify";
import { endSession } from "../../modules/platform/access/agent-tokens/sessions.ts";
import { type AgentAuthenticator, agentOf, sessionOf } from "./authentication.ts";
import type { McpDependencies } from "./dependencies.ts";
import { allowedOrigins, assertAllowedOrigin } from "./origin.ts";
import { ownOffering } from "./own-offering.ts";
import { answerPost, noSession } from "./protocol/answer-post.ts";
import { withDiscovery } from "./protocol/discover.ts";
import { answerRpcError } from "./rpc/errors.ts";
import { codes, RpcError } from "./rpc/rpc-error.ts";

/** Serves MCP Streamable HTTP at /mcp (agent.md, Transport). Sessions live in the database. */
export async function endpoint(
  app: FastifyInstance,
  dependencies: McpDependencies,
  authenticator: AgentAuthenticator,
): Promise<void> {
  const { database } = dependencies;
  const offering = withDiscovery(dependencies.agentOffering ?? ownOffering(dependencies));
  const origins = allowedOrigins(dependencies);
  app.decorateRequest("agent", undefined);
  app.setErrorHandler(answerRpcError);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    "application/json",
    { parseAs: "buffer" },
    async (_request: FastifyRequest, body: Buffer) => body,
  );
  app.addHook("onRequest", async (request, reply) => {
    void reply.header("cache-control", "no-store");
    assertAllowedOrigin(request, origins);
    request.agent = await authenticator.authenticate(request, reply);
  });
  app.post("/mcp", (request, reply) => answerPost(database, offering, request, reply));
  app.delete("/mcp", async (request, reply) => {
    const { token, hasSession } = agentOf(request);
    const session = sessionOf(request);
    if (!hasSession || session === undefined) throw noSession();
    await endSession(database, token.tokenId, session);
    return reply.code(204).send();
  });
  app.route({
    method: ["GET", "PUT", "PATCH", "OPTIONS"],
    url: "/mcp",
    handler: async (_request, reply) => {
      void reply.header("allow", "POST, DELETE");
      throw new RpcError(codes.invalidRequest, "Invalid request: this endpoint accepts POST and DELETE only.", 405);
    },
  });
}
