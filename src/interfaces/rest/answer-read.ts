import type { FastifyReply } from "fastify";
import { cursorAfter } from "../../kernel/read/cursor.ts";
import { MoreLinks } from "../../kernel/read/more-links.ts";
import { listQuery, readQuery } from "../../kernel/read/query.ts";
import { readDeletedIds, readPage, readRecords } from "../../kernel/read/read.ts";
import { inSnapshot, prepareReads, type ReadScope } from "../../kernel/read/read-scope.ts";
import { notFound } from "../../kernel/errors.ts";
import type { Resource } from "../../kernel/resource.ts";
import type { Operation } from "../../kernel/route.ts";
import { textMedia } from "../../kernel/text-media.ts";
import { wantedText } from "./accepted-media.ts";
import { type ApiCall, cacheOf, readScopeOf } from "./api-call.ts";
import { envelope, envelopeParts, templatesOf } from "./envelope.ts";
import { withBody } from "./flat-body.ts";
import { type Paging, pagingOf, type PagePosition } from "./paging.ts";
import { isStillAdmitted } from "./still-admitted.ts";
import { batchIds, pathParameters, queryOf } from "./parameters.ts";
import { sendRead } from "./send-read.ts";
import { sendStream } from "./send-stream.ts";

/** Answers a list: one page, where it stands among the others, and what has gone since `updated_since`. */
export async function answerList(call: ApiCall, resource: Resource): Promise<FastifyReply> {
  const { dependencies, request, reply } = call;
  const scope = readScopeOf(call);
  const raw = queryOf(request.url);
  const moreLinks = new MoreLinks();
  const query = { ...listQuery(scope, resource, raw), moreLinks };
  const since = query.values.get("updated_since");
  await prepareReads(scope, resource);
  const several = since !== undefined || Object.keys(query.includes).length > 0;
  // One statement is its own snapshot; several share one.
  const { page, deletedIds } = several
    ? await inSnapshot(scope, async (snapshot) => ({
        page: await readPage(snapshot, resource, query),
        deletedIds: since === undefined ? undefined : await readDeletedIds(snapshot, resource, since),
      }))
    : { page: await readPage(scope, resource, query), deletedIds: undefined };
  const after = page.last && cursorAfter({ resource, ...query }, page.last);
  const position = { page: query.page, perPage: query.perPage, total: page.total, after };
  const paging = pagingOf(`${dependencies.baseUrl}/api/v3/${resource.path}`, raw, position);
  const meta = JSON.stringify(deletedIds === undefined ? paging.meta : { ...paging.meta, deleted_ids: deletedIds });
  setPagingHeaders(reply, paging);
  const templates = templatesOf(dependencies, resource, scope.caller.scopes);
  return sendRead(call, envelope(templates, resource.root, page.records, moreLinks.within(meta)));
}

/** Answers one record, or several by their ids. @throws RequestError 404 when the only one asked for is not there */
export async function answerGet(call: ApiCall, resource: Resource): Promise<FastifyReply> {
  const { request } = call;
  const scope = readScopeOf(call);
  const moreLinks = new MoreLinks();
  const query = { ...readQuery(scope, resource, queryOf(request.url)), moreLinks };
  const ids = batchIds(pathParameters(request).get(`${resource.singular}_id`), resource.key);
  await prepareReads(scope, resource);
  const read = (from: ReadScope) => readRecords(from, resource, ids, query);
  const records = Object.keys(query.includes).length > 0 ? await inSnapshot(scope, read) : await read(scope);
  if (ids.length === 1 && records.length === 0) throw notFound();
  const templates = templatesOf(call.dependencies, resource, scope.caller.scopes);
  return sendRead(call, envelope(templates, resource.root, records, moreLinks.within("{}")));
}

/** Answers a read that computes: all records, a page of them, a stream, or a text of another medium. */
export async function answerRead(
  call: ApiCall,
  resource: Resource,
  operation: Extract<Operation, { kind: "read" }>,
): Promise<FastifyReply> {
  const { dependencies, caller, request, reply } = call;
  const [ids] = pathParameters(request).values();
  const parameters = request.method === "POST" ? withBody(queryOf(request.url), request) : queryOf(request.url);
  const moreLinks = new MoreLinks();
  const media = wantedText(operation, parameters, request);
  const answer = await operation.run(
    {
      ...readScopeOf(call),
      cache: cacheOf(call),
      moreLinks,
      now: dependencies.clock(),
      isStillAdmitted: () => isStillAdmitted(call),
      eventDays: dependencies.eventDays,
    },
    { ids: ids === undefined ? undefined : batchIds(ids, resource.key), parameters, ...(media ? { media } : {}) },
  );
  const answered = operation.answers ?? resource;
  const templates = templatesOf(dependencies, answered, caller.scopes);
  const url = `${dependencies.baseUrl}${request.url.replace(/\?.*$/s, "")}`;
  const metaOf = (position: PagePosition): Paging["meta"] => {
    const paging = pagingOf(url, parameters, position);
    setPagingHeaders(reply, paging);
    return paging.meta;
  };
  switch (answer.form) {
    case "text":
      void reply.header("content-disposition", `attachment; filename="${answer.filename}"`);
      return sendRead(call, answer.text, `${textMedia[answer.media]}; charset=utf-8`);
    case "all":
      return sendRead(
        call,
        envelope(templates, answered.root, answer.records, moreLinks.within(JSON.stringify(answer.meta ?? {}))),
      );
    case "page": {
      const meta = moreLinks.within(JSON.stringify(metaOf(answer)));
      return sendRead(call, envelope(templates, answered.root, answer.records, meta));
    }
    case "stream": {
      const paging = answer.paging ? metaOf(answer.paging) : {};
      const meta = JSON.stringify({ ...paging, ...answer.meta });
      const pieces = envelopeParts(templates, answered.root, answer.records, meta);
      return sendStream(call, { tag: answer.tag, around: [answered.root, templates, meta], pieces });
    }
  }
}

function setPagingHeaders(reply: FastifyReply, { link, meta }: Paging): void {
  if (link !== undefined) void reply.header("link", link);
  void reply.headers({
    "x-total-pages": meta["X-Total-Pages"],
    "x-total-count": meta["X-Total-Count"],
    "x-per-page": meta["X-Per-Page"],
  });
}
