import type { FastifyInstance } from "fastify";
import { authorize } from "./authorize.ts";
import { clientEndpoints } from "./client-endpoints.ts";
import { metadata } from "./metadata.ts";
import type { OAuthParts } from "./dependencies.ts";

/** The OAuth 2.0 provider (service.md, Authentication; docs/oauth.md): its page for people, its endpoints for applications. */
export async function oauth(app: FastifyInstance, parts: OAuthParts): Promise<void> {
  await app.register((instance) => authorize(instance, parts));
  await app.register((instance) => clientEndpoints(instance, parts));
  const document = metadata(parts.baseUrl);
  app.get("/.well-known/oauth-authorization-server", async (_request, reply) =>
    reply.header("cache-control", "public, max-age=3600").send(document),
  );
}
