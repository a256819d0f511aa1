import { randomUUID } from "node:crypto";
import Fastify, { type FastifyInstance } from "fastify";
import { readOnAfterAnswers } from "./early-answers.ts";
import { noSchemas } from "./no-schemas.ts";
import { type CommonHeaders, largestHead, unreadableAnswers } from "./unreadable.ts";

/** The plain HTTP side of a service that speaks TLS itself: everything is elsewhere (302), whatever was asked. */
export function redirectToHttps(baseUrl: string, common: CommonHeaders): FastifyInstance {
  const app = Fastify({
    logger: false,
    routerOptions: { ignoreTrailingSlash: true },
    http: { maxHeaderSize: largestHead },
    clientErrorHandler: unreadableAnswers(common),
    genReqId: () => randomUUID(),
    schemaController: noSchemas,
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, _payload, done) => done(null));
  readOnAfterAnswers(app);
  app.setNotFoundHandler((request, reply) =>
    reply.headers(common(request.id, request.raw.socket)).redirect(baseUrl + request.url, 302),
  );
  return app;
}
