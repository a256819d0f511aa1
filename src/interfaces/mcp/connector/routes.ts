import type { FastifyInstance } from "fastify";
import { oauthEndpoint } from "../../oauth/oauth-endpoint.ts";
import { formParameters, OAuthParameters } from "../../oauth/oauth-parameters.ts";
import type { McpDependencies } from "../dependencies.ts";
import { connectorAuthorize } from "./authorize.ts";
import { exchangeCode } from "./exchange.ts";
import { resourceMetadata, serverMetadata } from "./metadata.ts";
import { registration } from "./register.ts";

/** The sign-in for clients that accept only a URL (agent.md, Connector sign-in): an OAuth 2.1 flow around a pasted token. */
export async function connector(app: FastifyInstance, dependencies: McpDependencies): Promise<void> {
  documents(app, dependencies.baseUrl);
  await app.register((instance) => connectorAuthorize(instance, dependencies));
  await oauthEndpoint(app, {
    url: "/mcp/oauth/token",
    takes: "application/x-www-form-urlencoded",
    handler: async (request, reply) =>
      reply.send(await exchangeCode(dependencies.database, new OAuthParameters(formParameters(request.body)))),
  });
  await oauthEndpoint(app, {
    url: "/mcp/oauth/register",
    takes: "application/json",
    handler: async (request, reply) => reply.code(201).send(registration(request.body)),
  });
}

function documents(app: FastifyInstance, baseUrl: string): void {
  const served: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
    ["/.well-known/oauth-protected-resource/mcp", resourceMetadata(baseUrl)],
    ["/.well-known/oauth-authorization-server/mcp", serverMetadata(baseUrl)],
    ["/mcp/.well-known/oauth-authorization-server", serverMetadata(baseUrl)],
    ["/mcp/.well-known/openid-configuration", serverMetadata(baseUrl)],
  ];
  for (const [path, document] of served) {
    app.get(path, async (_request, reply) => reply.header("cache-control", "public, max-age=3600").send(document));
  }
}
