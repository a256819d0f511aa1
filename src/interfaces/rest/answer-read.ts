import type { FastifyReply } from "fastify";
import { cursorAfter } from "../../kernel/read/cursor.ts";
import { type Lasting, lastingOf } from "../../kernel/read/lasting.ts";
import { MoreLinks } from "../../kernel/read/more-links.ts";
import { listQuery, readQuery } from "../../kernel/read/query.ts";
import { compiledOf, readDeletedIds, readPage, readRecords } from "../../kernel/read/read.ts";
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
import { batchIds, isBatch, pathParameters, queryOf } from "./parameters.ts";
import { sendStream } from "./send-stream.ts";
import { sendWhole, type WholeAnswer, wholeAnswer } from "./whole-answer.ts";

/** What a read of records answers. */
export interface RecordsAnswer {
  readonly answer: WholeAnswer;
  /** How long it lasts: worked out for who wants to know. */
  readonly lasting: () => Lasting;
}

/** Reads a list: one page, where it stands among the others, and what has gone since `updated_since`. */
export async function readList(call: ApiCall, resource: Resource): Promise<RecordsAnswer> {
  const { dependencies, request } = call;
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
  const templates = templatesOf(dependencies, resource, scope.caller.scopes);
  const text = envelope(templates, resource.root, page.records, moreLinks.within(meta));
  return {
    answer: wholeAnswer(text, pagingHeaders(paging)),
    lasting: () => lastingOf(scope, resource, query, compiledOf(scope, resource, query)),
  };
}

/** Reads one record, or several by their ids. @throws RequestError 404 when the only one asked for is not there */
export async function readByIds(call: ApiCall, resource: Resource): Promise<RecordsAnswer> {
  const { request } = call;
  const scope = readScopeOf(call);
  const moreLinks = new MoreLinks();
  const query = { ...readQuery(scope, resource, queryOf(request.url)), moreLinks };
  const segment = pathParameters(request).get(`${resource.singular}_id`);
  const ids = batchIds(segment, resource.key);
  await prepareReads(scope, resource);
  const read = (from: ReadScope) => readRecords(from, resource, ids, query);
  const records = Object.keys(query.includes).length > 0 ? await inSnapshot(scope, read) : await read(scope);
  if (!isBatch(segment) && records.length === 0) throw notFound();
  const templates = templatesOf(call.dependencies, resource, scope.caller.scopes);
  const text = envelope(templates, resource.root, records, moreLinks.within("{}"));
  return {
    answer: wholeAnswer(text),
    lasting: () => lastingOf(scope, resource, query, compiledOf(scope, resource, query, ids.length)),
  };
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
    void reply.headers(pagingHeaders(paging));
    return paging.meta;
  };
  switch (answer.form) {
    case "text":
      void reply.header("content-disposition", `attachment; filename="${answer.filename}"`);
      return sendWhole(call, wholeAnswer(answer.text, {}, `${textMedia[answer.media]}; charset=utf-8`));
    case "all": {
      const meta = moreLinks.within(JSON.stringify(answer.meta ?? {}));
      return sendWhole(call, wholeAnswer(envelope(templates, answered.root, answer.records, meta)));
    }
    case "page": {
      const meta = moreLinks.within(JSON.stringify(metaOf(answer)));
      return sendWhole(call, wholeAnswer(envelope(templates, answered.root, answer.records, meta)));
    }
    case "stream": {
      const paging = answer.paging ? metaOf(answer.paging) : {};
      const meta = JSON.stringify({ ...paging, ...answer.meta });
      const pieces = envelopeParts(templates, answered.root, answer.records, meta);
      return sendStream(call, { tag: answer.tag, around: [answered.root, templates, meta], pieces });
    }
  }
}

function pagingHeaders({ link, meta }: Paging): WholeAnswer["headers"] {
  return {
    ...(link === undefined ? {} : { link }),
    "x-total-pages": meta["X-Total-Pages"],
    "x-total-count": meta["X-Total-Count"],
    "x-per-page": meta["X-Per-Page"],
  };
}
