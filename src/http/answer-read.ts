import type { FastifyReply, FastifyRequest } from "fastify";
import type { Caller } from "../kernel/caller.ts";
import { listQuery, readQuery } from "../kernel/read/query.ts";
import { readDeletedIds, readPage, readRecords } from "../kernel/read/read.ts";
import { badRequest, notFound } from "../kernel/refusal.ts";
import type { Resource } from "../kernel/resource.ts";
import type { Operation } from "../kernel/route.ts";
import type { ApiParts } from "./parts.ts";
import { contentType, entityTag, envelope, matches, templatesOf } from "./envelope.ts";
import { pagingOf } from "./paging.ts";
import { batchIds, pathParameters, queryOf } from "./parameters.ts";

/** Answers a list: one page, where it stands among the others, and what has gone since `updated_since`. */
export async function answerList(
  parts: ApiParts,
  resource: Resource,
  caller: Caller,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const scope = parts.database.within(caller.accounts);
  const raw = queryOf(request.url);
  const query = listQuery(parts.plans.catalogue, resource, caller, raw);
  const since = query.values.get("updated_since");
  const several = since !== undefined || Object.keys(query.includes).length > 0;
  // One statement is its own snapshot; several share one.
  const { page, deletedIds } = several
    ? await scope.transaction(
        async (transaction) => ({
          page: await readPage(transaction, parts.plans, resource, caller, query),
          deletedIds: since === undefined ? undefined : await readDeletedIds(transaction, resource, caller, since),
        }),
        "read",
      )
    : { page: await readPage(scope, parts.plans, resource, caller, query), deletedIds: undefined };
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

/** Answers one record, or several by their ids. @throws Refusal 404 when the only one asked for is not there */
export async function answerGet(
  parts: ApiParts,
  resource: Resource,
  caller: Caller,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const scope = parts.database.within(caller.accounts);
  const query = readQuery(parts.plans.catalogue, resource, queryOf(request.url));
  const ids = batchIds(pathParameters(request).get(`${resource.singular}_id`), resource.key);
  const records =
    Object.keys(query.includes).length > 0
      ? await scope.transaction(
          (transaction) => readRecords(transaction, parts.plans, resource, caller, ids, query),
          "read",
        )
      : await readRecords(scope, parts.plans, resource, caller, ids, query);
  if (ids.length === 1 && records.length === 0) throw notFound();
  return sendRead(request, reply, envelope(templatesOf(parts, resource, caller.scopes), resource.root, records, "{}"));
}

/** Answers a read that has a form of its own. */
export async function answerRead(
  parts: ApiParts,
  resource: Resource,
  operation: Extract<Operation, { kind: "read" }>,
  caller: Caller,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const unknown = [...queryOf(request.url).keys()];
  if (unknown.length > 0) throw badRequest(`The parameter ${unknown[0]} is not known here; there are none.`);
  const ids = pathParameters(request).get("ids");
  const members = await operation.run(
    parts.database.within(caller.accounts),
    caller,
    ids === undefined ? undefined : batchIds(ids, resource.key),
  );
  const body = Object.entries({ links: "{}", ...members, meta: "{}" }).map(([name, json]) => `"${name}":${json}`);
  return sendRead(request, reply, `{${body.join(",")}}`);
}

function sendRead(request: FastifyRequest, reply: FastifyReply, json: string): FastifyReply {
  const body = Buffer.from(json);
  const tag = entityTag(body);
  void reply.headers({ etag: tag, "cache-control": "private, no-cache", vary: "authorization, accept" });
  if (matches(request.headers["if-none-match"], tag)) return reply.code(304).send();
  return reply.type(contentType).send(body);
}
