import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { OAuthError } from "../../modules/platform/access/tokens/oauth-error.ts";
import { acceptForms } from "../web/pages/form.ts";
import { answerOAuthError } from "./errors.ts";

/** An endpoint that a client calls itself. */
interface OAuthEndpoint {
  readonly url: string;
  readonly takes: "application/x-www-form-urlencoded" | "application/json";
  /** @throws OAuthError */
  readonly handler: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;
}

/**
 * Serves an endpoint as RFC 6749 wants it: POST and nothing else (3.2), errors as JSON (5.2), and answers that nobody keeps (5.1).
 */
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
        throw new OAuthError("invalid_request", "This endpoint takes POST only.", 405);
      },
    });
  });
}
