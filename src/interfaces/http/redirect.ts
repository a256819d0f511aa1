import { randomUUID } from "node:crypto";
import Fastify, { type FastifyInstance } from "fastify";
import {
  type CommonHeaders,
  largestHead,
  longLocation,
  maxHeaderBytes,
  unreadableAnswers,
} from "./bodies/unreadable.ts";
import { readOnAfterAnswers } from "./early-answers.ts";
import { noSchemas } from "./no-schemas.ts";

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
  app.setNotFoundHandler((request, reply) => {
    const location = baseUrl + request.url;
    void reply.headers(common(request.id, request.raw.socket));
    if (location.length <= maxHeaderBytes) return reply.redirect(location, 302);
    const errors = [{ code: "payload_too_large", details: longLocation }];
    return reply.code(413).type("application/json; charset=utf-8").send(JSON.stringify({ errors }));
  });
  return app;
}
