import { randomUUID } from "node:crypto";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";
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
export function redirectToHttps(
  baseUrl: string,
  common: CommonHeaders,
  logger: FastifyBaseLogger,
  logRequest: (request: FastifyRequest, reply: FastifyReply) => void,
): FastifyInstance {
  const answer = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    reply.raw.once("close", () => logRequest(request, reply));
    const location = baseUrl + request.url;
    void reply.headers(common(request.id, request.raw.socket));
    if (location.length <= maxHeaderBytes) return reply.redirect(location, 302);
    const errors = [{ code: "payload_too_large", details: longLocation }];
    return reply.code(413).type("application/json; charset=utf-8").send(JSON.stringify({ errors }));
  };
  const app: FastifyInstance = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { ignoreTrailingSlash: true },
    http: serverOptions,
    clientErrorHandler: unreadableAnswers(common),
    genReqId: () => randomUUID(),
    schemaController: noSchemas,
    // A URL that the router cannot parse: the HTTPS side refuses it.
    frameworkErrors: (_error, request, reply) => void answer(request, reply),
  });
  ignoreExpectations(app);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, _payload, done) => done(null));
  drainEarlyAnsweredBodies(app);
  app.setNotFoundHandler(answer);
  return app;
}
