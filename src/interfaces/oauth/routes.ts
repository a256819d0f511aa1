import type { FastifyInstance } from "fastify";
import { authorize } from "./authorize.ts";
import { clientEndpoints } from "./client-endpoints.ts";
import type { OAuthDependencies } from "./dependencies.ts";
import { metadata } from "./metadata.ts";

/** The OAuth 2.0 provider (service.md, Authentication; docs/guides/oauth.md): the consent page and the endpoints for applications. */
export async function oauth(app: FastifyInstance, dependencies: OAuthDependencies): Promise<void> {
  await app.register((instance) => authorize(instance, dependencies));
  await app.register((instance) => clientEndpoints(instance, dependencies));
  const document = metadata(dependencies.baseUrl);
  app.get("/.well-known/oauth-authorization-server", async (_request, reply) =>
    reply.header("cache-control", "public, max-age=3600").send(document),
  );
}
