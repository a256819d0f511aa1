import Fastify, { type FastifyInstance } from "fastify";
import { noSchemas } from "./no-schemas.ts";
import { answerUnreadable, largestHead } from "./unreadable.ts";

/** The plain HTTP side of a service that speaks TLS itself: everything is elsewhere (302), whatever was asked. */
export function redirectToHttps(baseUrl: string): FastifyInstance {
  const app = Fastify({
    logger: false,
    routerOptions: { ignoreTrailingSlash: true },
    http: { maxHeaderSize: largestHead },
    clientErrorHandler: answerUnreadable,
    schemaController: noSchemas,
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, _payload, done) => done(null));
  app.setNotFoundHandler((request, reply) => reply.redirect(baseUrl + request.url, 302));
  return app;
}
