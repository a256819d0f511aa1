import { notFound } from "../../../kernel/errors.ts";
import { textMedia, withMark } from "../../../kernel/files/text-media.ts";
import type { RecordId } from "../../../kernel/key.ts";
import { cacheLifetimeOf } from "../../../kernel/read/cache-lifetime.ts";
import { cursorAfter } from "../../../kernel/read/filter/cursor.ts";
import { MoreLinks } from "../../../kernel/read/more-links.ts";
import { listQuery, type ReadQuery, readQuery } from "../../../kernel/read/query.ts";
import { compiledOf, readDeletedIds, readPage, readRecords } from "../../../kernel/read/read.ts";
import { inSnapshot, prepareReads, type ReadScope } from "../../../kernel/read/visible/read-scope.ts";
import type { Resource } from "../../../kernel/resource.ts";
import type { Operation } from "../../../kernel/route.ts";
import { versionedTag } from "../../http/headers/entity-tag.ts";
import { isStillAdmitted } from "../admission/still-admitted.ts";
import { type ApiCall, cacheOf, readScopeOf } from "../api-call.ts";
import { negotiatedText } from "../bodies/accepted-media.ts";
import { withBody } from "../bodies/flat-body.ts";
import { batchIds, isBatch, pathParameters, queryOf } from "../parameters.ts";
import type { ReadAnswer } from "./answer-cached.ts";
import { envelope, envelopeParts, templatesOf } from "./envelope.ts";
import { assertUnusedKey } from "./idempotency.ts";
import { type Paging, pagingOf } from "./paging.ts";
import { type WholeAnswer, wholeAnswer } from "./whole-answer.ts";

/** Reads one page of a list with its paging and the ids deleted since `updated_since`. */
export async function readList(call: ApiCall, resource: Resource): Promise<ReadAnswer> {
  const { dependencies, request } = call;
  const scope = readScopeOf(call);
  const raw = queryOf(request.url);
  const moreLinks = new MoreLinks();
  const query = { ...listQuery(scope, resource, raw), moreLinks };
  const since = query.values.get("updated_since");
  await prepareReads(scope, resource);
  const needsSnapshot = since !== undefined || Object.keys(query.includes).length > 0;
  // A single statement is its own snapshot; several share one.
  const { page, deletedIds } = needsSnapshot
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
    form: "whole",
    answer: wholeAnswer(text, pagingHeaders(paging)),
    lasting: () => cacheLifetimeOf(scope, resource, query, compiledOf(scope, resource, query)),
  };
}

/** Reads one or several records by id. @throws RequestError 404 when a single record does not exist */
export async function readByIds(call: ApiCall, resource: Resource): Promise<ReadAnswer> {
  const { request } = call;
  const scope = readScopeOf(call);
  const query = readQuery(scope, resource, queryOf(request.url));
  const segment = pathParameters(request).get(`${resource.singular}_id`);
  const ids = batchIds(segment, resource.key);
  await prepareReads(scope, resource);
  const read = (from: ReadScope) => recordsAnswer(call, from, resource, ids, query);
  const answer = Object.keys(query.includes).length > 0 ? await inSnapshot(scope, read) : await read(scope);
  if (!isBatch(segment) && !answer.found) throw notFound();
  return {
    form: "whole",
    answer: answer.whole,
    lasting: () => cacheLifetimeOf(scope, resource, query, compiledOf(scope, resource, query, ids.length)),
  };
}

/** The tag of a record as a plain read shows it now; undefined if the caller cannot read it. */
export async function tagOfRecord(call: ApiCall, resource: Resource, id: RecordId): Promise<string | undefined> {
  const query = { fields: undefined, includes: {} };
  const { found, whole } = await recordsAnswer(call, readScopeOf(call), resource, [id], query);
  return found ? whole.tag : undefined;
}

/** The answer with records. The tag of a single one contains its version, for `If-Match`. */
async function recordsAnswer(
  { dependencies, caller }: ApiCall,
  scope: ReadScope,
  resource: Resource,
  ids: readonly RecordId[],
  query: ReadQuery,
): Promise<{ readonly found: boolean; readonly whole: WholeAnswer }> {
  const moreLinks = new MoreLinks();
  const versions = new Map<string, string>();
  const records = await readRecords(scope, resource, ids, { ...query, moreLinks, versions });
  const templates = templatesOf(dependencies, resource, caller.scopes);
  const whole = wholeAnswer(envelope(templates, resource.root, records, moreLinks.within("{}")));
  const [version] = versions.values();
  return {
    found: records.length > 0,
    whole: version === undefined ? whole : { ...whole, tag: versionedTag(whole.tag, version) },
  };
}

/** Runs a computed read: all records, a page, a stream, or a text in another media type. */
export async function readComputed(
  call: ApiCall,
  resource: Resource,
  operation: Extract<Operation, { kind: "read" }>,
): Promise<ReadAnswer> {
  const { dependencies, caller, request } = call;
  if (request.method === "POST") await assertUnusedKey(call);
  const [ids] = pathParameters(request).values();
  const parameters = request.method === "POST" ? withBody(queryOf(request.url), request) : queryOf(request.url);
  const moreLinks = new MoreLinks();
  const media = negotiatedText(operation, parameters, request);
  const answer = await operation.run(
    {
      ...readScopeOf(call),
      cache: cacheOf(call),
      moreLinks,
      now: dependencies.clock(),
      isStillAdmitted: () => isStillAdmitted(call),
      isShared: request.bulkOperation?.shared !== undefined,
      eventDays: dependencies.eventDays,
    },
    { ids: ids === undefined ? undefined : batchIds(ids, resource.key), parameters, ...(media ? { media } : {}) },
  );
  const answered = operation.answers ?? resource;
  const templates = templatesOf(dependencies, answered, caller.scopes);
  const url = `${dependencies.baseUrl}${request.url.replace(/\?.*$/s, "")}`;
  const whole = (text: string, headers: WholeAnswer["headers"] = {}, type?: string): ReadAnswer => ({
    form: "whole",
    answer: wholeAnswer(text, headers, type),
    lasting: () => "unknown",
  });
  const records = (texts: readonly string[], meta: object, headers?: WholeAnswer["headers"]): ReadAnswer =>
    whole(envelope(templates, answered.root, texts, moreLinks.within(JSON.stringify(meta))), headers);
  switch (answer.form) {
    case "text":
      return whole(
        parameters.get("format") === withMark(answer.media) ? `\u{feff}${answer.text}` : answer.text,
        { "content-disposition": `attachment; filename="${answer.filename}"` },
        `${textMedia[answer.media]}; charset=utf-8`,
      );
    case "all":
      return records(answer.records, answer.meta ?? {});
    case "page": {
      const paging = pagingOf(url, parameters, answer);
      return records(answer.records, paging.meta, pagingHeaders(paging));
    }
    case "stream": {
      const paging = pagingOf(url, parameters, answer.paging);
      const meta = JSON.stringify({ ...paging.meta, ...answer.meta });
      const pieces = envelopeParts(templates, answered.root, answer.records, meta);
      const streamed = { tag: answer.tag, headers: pagingHeaders(paging), pieces };
      return { form: "stream", answer: streamed, lasting: () => answer.lasting };
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
