import type { FastifyInstance } from "fastify";
import { answerOAuthError } from "../../oauth/client-endpoints.ts";
import { formParameters, OAuthParameters } from "../../oauth/oauth-parameters.ts";
import { OAuthError } from "../../../modules/access/oauth-error.ts";
import { acceptForms } from "../../web/pages/form.ts";
import type { McpDependencies } from "../dependencies.ts";
import { connectorAuthorize } from "./authorize.ts";
import { exchangeCode } from "./exchange.ts";
import { resourceMetadata, serverMetadata } from "./metadata.ts";
import { registration } from "./register.ts";

/** The sign-in for clients that accept only a URL (agent.md, Connector sign-in): OAuth 2.1 in shape, around a token that is pasted. */
export async function connector(app: FastifyInstance, dependencies: McpDependencies): Promise<void> {
  documents(app, dependencies.baseUrl);
  await app.register((instance) => connectorAuthorize(instance, dependencies));
  await app.register(async (instance) => {
    await acceptForms(instance);
    jsonEndpoint(instance, "/mcp/oauth/token");
    instance.post("/mcp/oauth/token", async (request, reply) =>
      reply.send(await exchangeCode(dependencies.database, new OAuthParameters(formParameters(request.body)))),
    );
  });
  await app.register(async (instance) => {
    jsonEndpoint(instance, "/mcp/oauth/register");
    instance.post("/mcp/oauth/register", async (request, reply) => reply.code(201).send(registration(request.body)));
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

/** An endpoint that clients call themselves: nobody may cache its answers, and its errors are those of RFC 6749, 5.2. */
function jsonEndpoint(app: FastifyInstance, url: string): void {
  app.addHook("onRequest", async (_request, reply) => {
    void reply.headers({ "cache-control": "no-store", pragma: "no-cache" });
  });
  app.setErrorHandler(answerOAuthError);
  app.route({
    method: ["GET", "PUT", "PATCH", "DELETE"],
    url,
    handler: async (_request, reply) => {
      void reply.header("allow", "POST");
      throw new OAuthError("invalid_request", "This endpoint takes POST only.", 405);
    },
  });
}
