import { randomUUID } from "node:crypto";
import type { ServerOptions } from "node:https";
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import { Refusal } from "../kernel/refusal.ts";
import { type ApiParts, api, stamp } from "./api.ts";
import { documentation } from "./documentation.ts";
import { answerError } from "./errors.ts";
import { pages } from "./pages.ts";
import type { RequestsUnderWay } from "./requests-under-way.ts";
import type { Transport } from "./transport.ts";

export interface AppOptions extends ApiParts {
  readonly logger: FastifyBaseLogger;
  readonly transport: Transport;
  /** Told of every request, for who wants to end the service when none is under way. */
  readonly underWay?: RequestsUnderWay;
  /** A key and certificate when this application itself ends TLS. */
  readonly tls?: ServerOptions;
}

const largestBody = 1024 * 1024;

/** The whole HTTP face, ready to listen: the API, its documentation, and the pages. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    loggerInstance: options.logger,
    ...(options.tls ? { https: options.tls } : {}),
    // A URL may carry a secret in its query: requests are not logged by their URLs.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: largestBody,
    trustProxy: options.transport.trustedProxies,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 2000 },
    forceCloseConnections: "idle",
    // What a client asks on an open connection while the service ends is answered like the rest, and closes the connection.
    return503OnClosing: false,
    // Milliseconds in which a request must have arrived: Node's own default, which Fastify switches off.
    requestTimeout: 300_000,
    // URLs that the router itself cannot read (a broken escape, an endless id) come past every hook.
    frameworkErrors: (error, request, reply) => {
      stamp(request, reply, options.clock());
      answerError(error, request, reply);
    },
  });
  app.addHook("onRequest", async (request, reply) => {
    options.underWay?.begins(reply);
    stamp(request, reply, options.clock());
    return options.transport.secure(request, reply);
  });
  app.addHook("onSend", async (request, reply) => {
    options.underWay?.answers(reply);
    // Once more: by now the token check has told the database's clock.
    if (request.databaseTime !== undefined) stamp(request, reply, request.databaseTime);
  });
  app.setErrorHandler(answerError);
  app.setNotFoundHandler((request, reply) =>
    answerError(unknownPath(options, request.method, request.url, reply), request, reply),
  );
  await app.register((instance) => api(instance, options));
  await documentation(app, options);
  await pages(app);
  return app;
}

/** 404 for an unknown path; 405 with the methods that it has for a known one. */
function unknownPath(
  options: AppOptions,
  method: string,
  url: string,
  reply: { header(name: string, value: string): unknown },
): Refusal {
  const path = (url.split("?")[0] ?? "").replace(/\/$/, "");
  const methods = options.routes.filter((route) => pattern(route.path).test(path)).map((route) => route.method);
  if (methods.length === 0) return new Refusal("not_found", "There is nothing at this path.");
  const allowed = [...new Set(methods)].join(", ");
  reply.header("allow", allowed);
  return new Refusal("method_not_allowed", `This path does not take ${method.slice(0, 20)}; it takes ${allowed}.`);
}

function pattern(path: string): RegExp {
  return new RegExp(`^/api/v3${path.replace(/:[a-z_]+/g, "[^/]+")}$`);
}
