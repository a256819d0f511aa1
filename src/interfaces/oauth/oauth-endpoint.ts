import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { OAuthError } from "../../modules/platform/access/tokens/oauth-error.ts";
import { acceptForms } from "../web/pages/form.ts";
import { answerOAuthError } from "./errors.ts";

/** An endpoint that clients call directly. */
interface OAuthEndpoint {
  readonly url: string;
  readonly takes: "application/x-www-form-urlencoded" | "application/json";
  /** @throws OAuthError */
  readonly handler: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;
}

/** Serves an endpoint by RFC 6749: POST only (3.2), JSON errors (5.2), uncached responses (5.1). */
export async function oauthEndpoint(app: FastifyInstance, { url, takes, handler }: OAuthEndpoint): Promise<void> {
  await app.register(async (instance) => {
    if (takes === "application/x-www-form-urlencoded") await acceptForms(instance);
    instance.addHook("onRequest", async (_request, reply) => {
      void reply.headers({ "cache-control": "no-store", pragma: "no-cache" });
    });
    instance.setErrorHandler((error, request, reply) => answerOAuthError(error, request, reply, takes));
    instance.post(url, handler);
    instance.route({
      method: ["GET", "PUT", "PATCH", "DELETE"],
      url,
      handler: async (_request, reply) => {
        void reply.header("allow", "POST");
        throw new OAuthError("invalid_request", "This endpoint accepts POST only.", 405);
      },
    });
  });
}
