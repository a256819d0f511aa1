import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { laneOf } from "../../kernel/caller.ts";
import { cursorAfter } from "../../kernel/read/cursor.ts";
import { MoreLinks } from "../../kernel/read/more-links.ts";
import { listQuery, readQuery } from "../../kernel/read/query.ts";
import { readDeletedIds, readPage, readRecords } from "../../kernel/read/read.ts";
import { inSnapshot, type ReadScope } from "../../kernel/read/read-scope.ts";
import { badRequest, notFound } from "../../kernel/errors.ts";
import type { Resource } from "../../kernel/resource.ts";
import type { Operation } from "../../kernel/route.ts";
import { textMedia } from "../../kernel/text-media.ts";
import { turns } from "../../kernel/turns.ts";
import { wantedText } from "./accepted-media.ts";
import { type ApiCall, cacheOf, readScopeOf } from "./api-call.ts";
import { contentType } from "../http/content-type.ts";
import { entityTag, envelope, envelopeParts, matches, templatesOf } from "./envelope.ts";
import { withBody } from "./flat-body.ts";
import { type Paging, pagingOf, type PagePosition } from "./paging.ts";
import { batchIds, pathParameters, queryOf } from "./parameters.ts";

/** Answers a list: one page, where it stands among the others, and what has gone since `updated_since`. */
export async function answerList(call: ApiCall, resource: Resource): Promise<FastifyReply> {
  const { dependencies, request, reply } = call;
  const scope = readScopeOf(call);
  const raw = queryOf(request.url);
  const moreLinks = new MoreLinks();
  const query = { ...listQuery(scope, resource, raw), moreLinks };
  const since = query.values.get("updated_since");
  const several = since !== undefined || Object.keys(query.includes).length > 0;
  // One statement is its own snapshot; several share one.
  const { page, deletedIds } = several
    ? await inSnapshot(scope, async (snapshot) => ({
        page: await readPage(snapshot, resource, query),
        deletedIds: since === undefined ? undefined : await readDeletedIds(snapshot, resource, since),
      }))
    : { page: await readPage(scope, resource, query), deletedIds: undefined };
  const after = page.last === undefined ? null : cursorAfter({ resource, ...query }, page.last);
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
    { ...readScopeOf(call), cache: cacheOf(call), moreLinks, now: dependencies.clock() },
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
      return sendRead(call, envelope(templates, answered.root, answer.records, moreLinks.within("{}")));
    case "page": {
      const meta = moreLinks.within(JSON.stringify(metaOf(answer)));
      return sendRead(call, envelope(templates, answered.root, answer.records, meta));
    }
    case "stream": {
      const paging = answer.paging ? metaOf(answer.paging) : {};
      const meta = JSON.stringify({ ...paging, ...answer.meta });
      const pieces = envelopeParts(templates, answered.root, answer.records, meta);
      return sendStream(call, `"${answer.tag}"`, pieces);
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

function sendRead(call: ApiCall, text: string, type = contentType): FastifyReply {
  const body = Buffer.from(text);
  if (isKnown(call, entityTag(body))) return call.reply.code(304).send();
  return call.reply.type(type).send(body);
}

/**
 * Sends an answer while it is still being computed: it waits for the socket, and is nowhere in memory as a whole. Between two pieces
 * others get their turn: a client that takes everything at once would otherwise hold up the whole service.
 */
function sendStream(call: ApiCall, tag: string, pieces: Iterable<string>): FastifyReply {
  const { caller, request, reply } = call;
  if (request.bulkOperation) throw badRequest("The answer is a stream, which needs a request of its own.");
  if (isKnown(call, tag)) return reply.code(304).send();
  // Fastify reads the body of a HEAD to its end and throws it away: nothing is to be computed for that.
  const sent = request.method === "HEAD" ? [] : inTurns(laneOf(caller), pieces);
  return reply.type(contentType).send(Readable.from(sent, { objectMode: false }));
}

async function* inTurns(lane: string, pieces: Iterable<string>): AsyncGenerator<string> {
  await turns.next(lane);
  for (const piece of pieces) {
    yield piece;
    await turns.next(lane);
  }
}

/** Puts the tag of an answer on it. Whether the client has it already, and needs no body. */
function isKnown({ request, reply }: ApiCall, tag: string): boolean {
  void reply.headers({ etag: tag, "cache-control": "private, no-cache", vary: "authorization, accept" });
  return matches(request.headers["if-none-match"], tag);
}
