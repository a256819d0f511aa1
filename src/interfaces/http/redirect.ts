import { randomUUID } from "node:crypto";
import Fastify, { type FastifyInstance } from "fastify";
import {
  type CommonHeaders,
  ignoreExpectations,
  longLocation,
  maxHeaderBytes,
  serverOptions,
  unreadableAnswers,
} from "./bodies/unreadable.ts";
import { drainEarlyAnsweredBodies } from "./early-answers.ts";
import { noSchemas } from "./no-schemas.ts";

/** Redirects every plain HTTP request to HTTPS (302), for a service that terminates TLS itself. */
export function redirectToHttps(baseUrl: string, common: CommonHeaders): FastifyInstance {
  const app = Fastify({
    logger: false,
    routerOptions: { ignoreTrailingSlash: true },
    http: serverOptions,
    clientErrorHandler: unreadableAnswers(common),
    genReqId: () => randomUUID(),
    schemaController: noSchemas,
  });
  ignoreExpectations(app);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, _payload, done) => done(null));
  drainEarlyAnsweredBodies(app);
  app.setNotFoundHandler((request, reply) => {
    const location = baseUrl + request.url;
    void reply.headers(common(request.id, request.raw.socket));
    if (location.length <= maxHeaderBytes) return reply.redirect(location, 302);
    const errors = [{ code: "payload_too_large", details: longLocation }];
    return reply.code(413).type("application/json; charset=utf-8").send(JSON.stringify({ errors }));
  });
  return app;
}
