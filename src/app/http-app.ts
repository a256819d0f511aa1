import { randomUUID } from "node:crypto";
import type { ServerOptions } from "node:https";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";
import { acceptBoundedJson } from "../interfaces/http/bodies/json.ts";
import {
  assertShortUrl,
  ignoreExpectations,
  longLocation,
  maxHeadBytes,
  maxHeaderBytes,
  serverOptions,
  unreadableAnswers,
} from "../interfaces/http/bodies/unreadable.ts";
import { requireUtf8 } from "../interfaces/http/bodies/utf8-body.ts";
import { servedCalendars } from "../interfaces/http/calendars.ts";
import { drainEarlyAnsweredBodies } from "../interfaces/http/early-answers.ts";
import { servedFiles } from "../interfaces/http/files.ts";
import { problemOfHead } from "../interfaces/http/headers/heads.ts";
import { setStandardHeaders } from "../interfaces/http/headers/standard-headers.ts";
import { pages, type Readiness } from "../interfaces/http/health.ts";
import { metricsRoute, type ServedMetrics } from "../interfaces/http/metrics.ts";
import { noSchemas } from "../interfaces/http/no-schemas.ts";
import { traceRequests } from "../interfaces/http/request-channel.ts";
import type { RequestsInFlight } from "../interfaces/http/requests-in-flight.ts";
import type { Transport } from "../interfaces/http/transport.ts";
import { agent } from "../interfaces/mcp/routes.ts";
import { oauth } from "../interfaces/oauth/routes.ts";
import { countAnyone } from "../interfaces/rest/admission/admit.ts";
import { commonHeaders } from "../interfaces/rest/answers/common-headers.ts";
import { api } from "../interfaces/rest/api.ts";
import type { RestDependencies } from "../interfaces/rest/dependencies.ts";
import { documentation } from "../interfaces/rest/documentation.ts";
import { answerError } from "../interfaces/rest/errors.ts";
import { operationUnderway } from "../interfaces/rest/operation-underway.ts";
import { portal } from "../interfaces/web/portal/routes.ts";
import { people } from "../interfaces/web/routes.ts";
import { SiteDomains } from "../interfaces/web/site/site-domains.ts";
import { gatewayReports } from "../interfaces/webhooks/gateway-reports.ts";
import { ApplicationCache } from "../kernel/application-cache.ts";
import { badRequest, RequestError } from "../kernel/errors.ts";
import { defaultBodyLimit } from "../kernel/request-body.ts";
import { type OutgoingRules, publicOnly } from "../kernel/write/context.ts";
import { changeSignal } from "../modules/records/events/change-signal.ts";
import { logRequest, logRequests } from "./logs/request-log.ts";
import { answerNotFound } from "./not-found.ts";
import { setRecordUrls } from "./record-urls.ts";

/** The application's dependencies. Its caches begin empty. */
export interface AppOptions extends Omit<RestDependencies, "cache" | "outgoing"> {
  /** See `McpDependencies`. */
  readonly agentRedirectUris?: readonly string[];
  readonly agentOrigins?: readonly string[];
  /** Overridden addresses of third-party services. Defaults to none. */
  readonly endpoints?: Readonly<Record<string, string>>;
  /** Defaults to public addresses only. */
  readonly outgoing?: OutgoingRules;
  readonly logger: FastifyBaseLogger;
  readonly transport: Transport;
  /** Tracks every request, for a graceful shutdown. */
  readonly inFlight?: RequestsInFlight;
  /** Served here unless they have their own port. */
  readonly metrics?: ServedMetrics | undefined;
  readonly readiness?: Readiness;
  /** The key and certificate when this application terminates TLS. */
  readonly tls?: ServerOptions;
}

const allMethods = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS";

/** Builds the HTTP application: the API, its documentation and the pages. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const domains = new SiteDomains({
    ...options,
    failed: (error) => options.logger.error({ err: error }, "reading the booking sites' host names failed"),
  });
  const app: FastifyInstance = Fastify({
    loggerInstance: options.logger,
    ...(options.tls ? { https: { ...options.tls, ...serverOptions } } : { http: serverOptions }),
    clientErrorHandler: unreadableAnswers(commonHeaders(options)),
    // A URL's query may hold a secret: requests are logged by route instead (request-log.ts).
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    rewriteUrl: (request) => domains.urlOf(request),
    bodyLimit: defaultBodyLimit,
    trustProxy: options.transport.trustedProxies,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: maxHeadBytes },
    forceCloseConnections: "idle",
    // During shutdown, a request on an open connection is served normally; its response closes the connection.
    return503OnClosing: false,
    // Milliseconds for a request to arrive: Node's default, which Fastify turns off.
    requestTimeout: 300_000,
    schemaController: noSchemas,
    frameworkErrors: (error, request, reply) => void answerFrameworkError(options, error, request, reply),
  });
  ignoreExpectations(app);
  app.addHook("onReady", () => domains.refresh());
  traceRequests(app, () => operationUnderway() !== undefined);
  app.addHook("onRequest", async (request, reply) => {
    // A bulk request's operations are part of that request, which is already counted.
    const isOperation = operationUnderway() !== undefined;
    if (!isOperation) options.inFlight?.begins(reply);
    setStandardHeaders(request, reply, options.clock());
    if (isOperation) return undefined;
    if (request.method === "OPTIONS" && request.url === "*") return reply.code(204).header("allow", allMethods).send();
    const rateLimitHeaders = () => options.authenticator.headersOf(request.ip, options.clock());
    const problem = problemOfHead(request.raw);
    if (problem !== undefined) {
      void reply.headers(rateLimitHeaders());
      throw badRequest(problem);
    }
    // The API counts a request before it rejects it.
    if (!request.url.startsWith("/api/v3/")) {
      assertShortUrl(request);
      if (request.url.includes("%00")) throw badRequest("The URL contains a NUL character.");
    }
    return options.transport.secure(request, reply, rateLimitHeaders);
  });
  app.addHook("onSend", async (_request, reply) => {
    assertShortLocation(reply);
    options.inFlight?.answers(reply);
  });
  drainEarlyAnsweredBodies(app);
  logRequests(app);
  requireUtf8(app);
  acceptBoundedJson(app);
  app.setErrorHandler(answerError);
  app.setNotFoundHandler(answerNotFound);
  setRecordUrls(options.queries, options);
  const dependencies: RestDependencies = { outgoing: publicOnly, ...options, cache: new ApplicationCache() };
  const signal = changeSignal(dependencies.cache);
  options.database.onCommitted((accounts) => signal.emit(accounts));
  options.database.onBroken(() => dependencies.cache.forgetVersions());
  app.addHook("preClose", async () => signal.close());
  await app.register((instance) => api(instance, dependencies), { prefix: "/api/v3" });
  await app.register((instance) => documentation(instance, dependencies));
  const webOptions = { ...dependencies, endpoints: options.endpoints ?? {} };
  await app.register((instance) => people(instance, webOptions));
  await app.register((instance) => portal(instance, { ...dependencies, registry: options.queries.registry }));
  await app.register((instance) => servedFiles(instance, options));
  await app.register((instance) => servedCalendars(instance, options));
  await app.register((instance) => gatewayReports(instance, webOptions));
  await app.register((instance) => oauth(instance, options));
  await app.register((instance) => agent(instance, { ...options, cache: dependencies.cache }));
  await pages(app, options.readiness);
  if (options.metrics) await metricsRoute(app, options.metrics);
  return app;
}

/** Rejects a redirect whose URL, taken from the request, exceeds the response header limit (conventions.md, Bounds). */
function assertShortLocation(reply: FastifyReply): void {
  const location = reply.getHeader("location");
  if (typeof location !== "string" || location.length <= maxHeaderBytes) return;
  void reply.removeHeader("location");
  throw new RequestError("payload_too_large", longLocation);
}

/** Answers URLs that the router cannot parse (a broken escape, an overlong id). They bypass every hook. */
async function answerFrameworkError(
  options: AppOptions,
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  reply.raw.once("close", () => logRequest(request, reply));
  void reply.headers(commonHeaders(options)(request.id, request.raw.socket));
  const counted = request.url.startsWith("/api/v3/") ? countAnyone(options, request, reply) : Promise.resolve();
  await counted.then(
    () => answerError(error, request, reply),
    (limitExceeded: unknown) => answerError(limitExceeded, request, reply),
  );
}
