import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "../database/database.ts";
import type { Caller } from "../kernel/caller.ts";
import { listQuery, readQuery } from "../kernel/read/query.ts";
import { readDeletedIds, readPage, readRecords } from "../kernel/read/read.ts";
import type { Plans } from "../kernel/read/plans.ts";
import { linkTemplates } from "../kernel/read/templates.ts";
import { badRequest, notFound, Refusal } from "../kernel/refusal.ts";
import type { Resource } from "../kernel/resource.ts";
import type { Operation, Outcome, Route } from "../kernel/route.ts";
import type { Scope } from "../kernel/scopes.ts";
import { readAccountSettings } from "../kernel/write/context.ts";
import { formatInstant } from "../kernel/values/time.ts";
import { admit, authenticate } from "./bearer.ts";
import { contentType, entityTag, envelope, matches } from "./envelope.ts";
import { pagingOf } from "./paging.ts";
import { batchIds, queryOf, singleId } from "./parameters.ts";

/** What the API face works with. */
export interface ApiParts {
  readonly database: Database;
  readonly plans: Plans;
  readonly routes: readonly Route[];
  /** Scheme, host and port under which clients reach the service. */
  readonly baseUrl: string;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

declare module "fastify" {
  interface FastifyRequest {
    caller: Caller | undefined;
    /** The database's clock when the token was checked; undefined before that. */
    databaseTime: number | undefined;
  }
}

/**
 * What a client may ask for next as `updated_since`: whole seconds, and one second back. A change carries the time at which it was
 * written (the clock's, not that of the transaction's begin, which may have waited long for a lock), and becomes visible a moment
 * later, with the commit; that moment must not be skipped.
 */
const syncMargin = 1000;

/** Serves every route of the catalogue below /api/v3. */
export async function api(app: FastifyInstance, parts: ApiParts): Promise<void> {
  app.decorateRequest("caller", undefined);
  app.decorateRequest("databaseTime", undefined);
  acceptJson(app);
  for (const route of parts.routes) {
    app.route({
      method: route.method,
      url: `/api/v3${route.path}`,
      async onRequest(request) {
        const caller = await authenticate(parts.database, request, (now) => {
          request.databaseTime = now;
        });
        admit(caller, route.scopes);
        refuseOtherAccept(request);
        request.caller = caller;
      },
      handler: (request, reply) => answer(parts, route, request, reply),
    });
  }
}

/** Puts the headers of every API answer on it. */
export function stamp(request: FastifyRequest, reply: FastifyReply, fallbackNow: number): void {
  const now = request.databaseTime ?? fallbackNow;
  void reply.header("x-request-id", request.id);
  void reply.header("x-updated-since-request-synced-at", formatInstant(now - syncMargin));
}

function answer(parts: ApiParts, route: Route, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { caller } = request;
  if (!caller) throw new Error("A request reached its handler without a caller.");
  const { operation } = route;
  switch (operation.kind) {
    case "list":
      return answerList(parts, route.resource, caller, request, reply);
    case "get":
      return answerGet(parts, route.resource, caller, request, reply);
    case "read":
      return answerRead(parts, operation, caller, request, reply);
    case "write":
      return answerWrite(parts, operation, caller, request, reply);
  }
}

async function answerList(
  parts: ApiParts,
  resource: Resource,
  caller: Caller,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const raw = queryOf(request.url);
  const query = listQuery(parts.plans.catalogue, resource, caller, raw);
  const since = query.values.get("updated_since");
  const several = since !== undefined || Object.keys(query.includes).length > 0;
  // One statement is its own snapshot; several share one.
  const { page, deletedIds } = several
    ? await parts.database.transaction(
        async (transaction) => ({
          page: await readPage(transaction, parts.plans, resource, caller, query),
          deletedIds: since === undefined ? undefined : await readDeletedIds(transaction, resource, caller, since),
        }),
        "read",
      )
    : { page: await readPage(parts.database, parts.plans, resource, caller, query), deletedIds: undefined };
  const paging = pagingOf(`${parts.baseUrl}/api/v3/${resource.path}`, raw, query.page, query.perPage, page.total);
  const meta = JSON.stringify(deletedIds === undefined ? paging.meta : { ...paging.meta, deleted_ids: deletedIds });
  void reply.headers({
    link: paging.link,
    "x-total-pages": paging.meta["X-Total-Pages"],
    "x-total-count": paging.meta["X-Total-Count"],
    "x-per-page": paging.meta["X-Per-Page"],
  });
  return sendRead(
    request,
    reply,
    envelope(templatesOf(parts, resource, caller.scopes), resource.root, page.records, meta),
  );
}

async function answerGet(
  parts: ApiParts,
  resource: Resource,
  caller: Caller,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const query = readQuery(parts.plans.catalogue, resource, queryOf(request.url));
  const ids = batchIds(pathParameters(request).get(`${resource.singular}_id`));
  const records =
    Object.keys(query.includes).length > 0
      ? await parts.database.transaction(
          (transaction) => readRecords(transaction, parts.plans, resource, caller, ids, query),
          "read",
        )
      : await readRecords(parts.database, parts.plans, resource, caller, ids, query);
  if (ids.length === 1 && records.length === 0) throw notFound();
  return sendRead(request, reply, envelope(templatesOf(parts, resource, caller.scopes), resource.root, records, "{}"));
}

async function answerRead(
  parts: ApiParts,
  operation: Extract<Operation, { kind: "read" }>,
  caller: Caller,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const unknown = [...queryOf(request.url).keys()];
  if (unknown.length > 0) throw badRequest(`The parameter ${unknown[0]} is not known here; there are none.`);
  const ids = pathParameters(request).get("ids");
  const members = await operation.run(parts.database, caller, ids === undefined ? undefined : batchIds(ids));
  const body = Object.entries({ links: "{}", ...members, meta: "{}" }).map(([name, json]) => `"${name}":${json}`);
  return sendRead(request, reply, `{${body.join(",")}}`);
}

async function answerWrite(
  parts: ApiParts,
  operation: Extract<Operation, { kind: "write" }>,
  caller: Caller,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const unknown = [...queryOf(request.url).keys()];
  if (unknown.length > 0) throw badRequest(`The parameter ${unknown[0]} is not known here; writes take none.`);
  const ids = new Map([...pathParameters(request)].map(([name, segment]) => [name, singleId(segment)]));
  const [account, ...others] = caller.accounts;
  if (others.length > 0) throw new Refusal("forbidden", "This token reaches several accounts and can only read.");
  // The work and what is answered belong together: the record is read in the transaction that wrote it.
  const written = await parts.database.transaction(async (transaction) => {
    const context = {
      transaction,
      caller,
      account: await readAccountSettings(transaction, account),
      catalogue: parts.plans.catalogue,
      now: parts.clock(),
    };
    const outcome = await operation.run(context, { ids, body: request.body });
    if (outcome === "gone") return undefined;
    const query = { fields: fieldsOf(outcome), includes: outcome.includes ?? {} };
    const records = await readRecords(transaction, parts.plans, outcome.shows, caller, [outcome.id], query);
    return { resource: outcome.shows, id: outcome.id, records };
  });
  if (!written) return reply.code(204).send();
  const { resource, id, records } = written;
  if (operation.success === 201) void reply.header("location", `${parts.baseUrl}/api/v3/${resource.path}/${id}`);
  const body = envelope(templatesOf(parts, resource, caller.scopes), resource.root, records, "{}");
  return reply.code(operation.success).type(contentType).send(body);
}

function fieldsOf(outcome: Exclude<Outcome, "gone">): ReadonlySet<string> | undefined {
  return outcome.withoutLinks ? new Set(Object.keys(outcome.shows.attributes)) : undefined;
}

function sendRead(request: FastifyRequest, reply: FastifyReply, json: string): FastifyReply {
  const body = Buffer.from(json);
  const tag = entityTag(body);
  void reply.headers({ etag: tag, "cache-control": "private, no-cache", vary: "authorization, accept" });
  if (matches(request.headers["if-none-match"], tag)) return reply.code(304).send();
  return reply.type(contentType).send(body);
}

/** Link templates by resource and scopes: constant as long as the service runs. */
const templates = new WeakMap<ReadonlySet<Scope>, Map<string, string>>();

function templatesOf(parts: ApiParts, resource: Resource, scopes: ReadonlySet<Scope>): string {
  const byResource = templates.get(scopes) ?? new Map<string, string>();
  templates.set(scopes, byResource);
  const key = `${parts.baseUrl} ${resource.name}`;
  let text = byResource.get(key);
  if (text === undefined) {
    text = linkTemplates(parts.plans.catalogue, resource, scopes, `${parts.baseUrl}/api/v3`);
    byResource.set(key, text);
  }
  return text;
}

function pathParameters(request: FastifyRequest): Map<string, string> {
  const parameters = new Map<string, string>();
  if (typeof request.params === "object" && request.params !== null) {
    for (const [name, value] of Object.entries(request.params))
      if (typeof value === "string") parameters.set(name, value);
  }
  return parameters;
}

function acceptJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    ["application/vnd.api+json", "application/json"],
    { parseAs: "string" },
    (_request, body, done) => {
      const text = typeof body === "string" ? body : body.toString("utf8");
      if (text.trim() === "") return done(null, undefined);
      try {
        const parsed: unknown = JSON.parse(text);
        done(null, parsed);
      } catch (error) {
        done(
          badRequest(`The body is not valid JSON: ${error instanceof Error ? error.message : "it cannot be parsed"}.`),
        );
      }
    },
  );
}

const accepted = /(^|,)\s*(\*\/\*|application\/(\*|json|vnd\.api\+json))\s*(;|,|$)/i;

function refuseOtherAccept(request: FastifyRequest): void {
  const { accept } = request.headers;
  if (accept !== undefined && accept !== "" && !accepted.test(accept)) {
    throw new Refusal("not_acceptable", "Answers are application/vnd.api+json; the Accept header must allow it.");
  }
}
