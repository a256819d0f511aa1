import cors from "@fastify/cors";
import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Method, Route } from "../../kernel/route.ts";
import { assertShortUrl } from "../http/bodies/unreadable.ts";
import { compressAnswers } from "../http/compression.ts";
import { admit, countAnyone } from "./admission/admit.ts";
import { requireScope } from "./admission/bearer.ts";
import { answerCached } from "./answers/answer-cached.ts";
import { readByIds, readComputed, readList } from "./answers/answer-read.ts";
import { answerWrite } from "./answers/answer-write.ts";
import { assertAcceptable } from "./bodies/accepted-media.ts";
import { acceptJson, acceptJsonUploads } from "./bodies/json-body.ts";
import { assertMedia, limitOf } from "./bodies/media-types.ts";
import { bulk } from "./bulk/bulk.ts";
import type { RestDependencies } from "./dependencies.ts";
import { answerError } from "./errors.ts";
import { operationUnderway } from "./operation-underway.ts";
import { answerOptions, unknownPath } from "./unknown-path.ts";

const methods: readonly Method[] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** Response headers that browser pages may read. */
const exposedHeaders = [
  "ETag",
  "Link",
  "Location",
  "Retry-After",
  "X-Per-Page",
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
  "X-Request-Id",
  "X-Total-Count",
  "X-Total-Pages",
  "X-Updated-Since-Request-Synced-At",
].join(", ");

/** Serves the registry's routes below /api/v3. Pages of other origins may call it with a token, never with cookies. */
export async function api(app: FastifyInstance, dependencies: RestDependencies): Promise<void> {
  app.decorateRequest("caller", undefined);
  app.decorateRequest("bulkOperation", undefined);
  acceptJson(app);
  compressAnswers(app);
  await app.register(multipart);
  app.addHook("onRequest", async (request, reply) => {
    request.bulkOperation = operationUnderway();
    if (request.method !== "OPTIONS") return undefined;
    // A preflight carries no token and does not count against its address.
    if (isPreflight(request)) {
      void reply.headers(dependencies.authenticator.headersOf(request.ip, dependencies.clock()));
      return undefined;
    }
    await dependencies.authenticator.identify(request, reply);
    assertShortUrl(request);
    return answerOptions(dependencies.routes, request, reply);
  });
  await app.register(cors, {
    origin: "*",
    credentials: false,
    methods: [...methods],
    allowedHeaders: ["Accept", "Authorization", "Content-Type", "Idempotency-Key", "If-Match", "If-None-Match"],
    exposedHeaders,
    maxAge: 86_400,
  });
  app.setNotFoundHandler(async (request, reply) => {
    await countAnyone(dependencies, request, reply);
    return answerError(unknownPath(dependencies.routes, request, reply), request, reply);
  });
  await bulk(app, dependencies);
  const uploads = dependencies.routes.filter(takesUpload);
  serve(
    app,
    dependencies,
    dependencies.routes.filter((route) => !takesUpload(route)),
  );
  await app.register(async (instance) => {
    acceptJsonUploads(instance);
    serve(instance, dependencies, uploads);
  });
}

const takesUpload = ({ operation }: Route): boolean =>
  operation.kind === "write" && operation.body?.media === "json" && operation.body.upload !== undefined;

function serve(app: FastifyInstance, dependencies: RestDependencies, routes: readonly Route[]): void {
  for (const route of routes) {
    app.route({
      method: route.method,
      url: route.path,
      async onRequest(request, reply) {
        const caller = await admit(dependencies, request, reply);
        assertShortUrl(request);
        requireScope(caller, route);
        assertAcceptable(route.operation, request);
        assertMedia(route.operation, request);
      },
      bodyLimit: limitOf(route),
      handler: (request, reply) => answer(dependencies, route, request, reply),
    });
  }
}

function answer(
  dependencies: RestDependencies,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { caller } = request;
  if (!caller) throw new Error("A request reached its handler without a caller.");
  const { operation, resource } = route;
  const call = { dependencies, caller, request, reply };
  switch (operation.kind) {
    case "list":
      return answerCached(call, () => readList(call, resource));
    case "get":
      return answerCached(call, () => readByIds(call, resource));
    case "read":
      return answerCached(call, () => readComputed(call, resource, operation));
    case "write":
      return answerWrite(call, operation);
  }
}

/** Fetch standard, CORS-preflight request. */
function isPreflight({ headers }: FastifyRequest): boolean {
  return headers.origin !== undefined && headers["access-control-request-method"] !== undefined;
}
