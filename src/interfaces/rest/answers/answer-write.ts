import type { FastifyReply, FastifyRequest } from "fastify";
import type { AccountScope } from "../../../database/sql/account-scope.ts";
import type { Transaction } from "../../../database/sql/transaction.ts";
import { cached } from "../../../kernel/application-cache.ts";
import { ConcurrencyLimit } from "../../../kernel/concurrency/concurrency-limit.ts";
import { badRequest, RequestError } from "../../../kernel/errors.ts";
import { MoreLinks } from "../../../kernel/read/more-links.ts";
import { readRecords } from "../../../kernel/read/read.ts";
import type { Reader } from "../../../kernel/read/visible/read-scope.ts";
import { formOf, type MultipartBody } from "../../../kernel/request-body.ts";
import type { Resource } from "../../../kernel/resource.ts";
import type { Operation, Shown, WriteRequest } from "../../../kernel/route.ts";
import { readAccountSettings } from "../../../kernel/write/context.ts";
import { type ExpectedVersions, Precondition, PreconditionFailed } from "../../../kernel/write/precondition.ts";
import {
  type FoundResponse,
  type RepeatableRequest,
  type ShownRecord,
  type StoredResponse,
  saveResponse,
  storedResponse,
} from "../../../modules/platform/access/idempotency-store.ts";
import { contentType } from "../../http/bodies/content-type.ts";
import { type ReceivedForm, receiveForm } from "../../http/bodies/multipart-body.ts";
import { expectedVersions } from "../../http/headers/entity-tag.ts";
import { type ApiCall, cacheOf, causeOf, scopeOf } from "../api-call.ts";
import { parsedBody } from "../bodies/json-body.ts";
import { hasForm } from "../bodies/media-types.ts";
import { pathParameters, queryOf } from "../parameters.ts";
import { tagOfRecord } from "./answer-read.ts";
import { envelope, templatesOf } from "./envelope.ts";
import { repeatable } from "./idempotency.ts";

/** Concurrent writes per contended object, and how long another one waits before it proceeds anyway. */
const [maxContending, maxWaitMs] = [4, 5000];

/**
 * Limits contention: a few requests wait for an object's locks in the database, the others wait here, where they hold no connection.
 */
const contentions = cached(() => new ConcurrencyLimit(maxContending, maxWaitMs));

type Write = Extract<Operation, { kind: "write" }>;

/**
 * Answers a write. The work, the resulting record and the response saved under an idempotency key share one transaction. A repeated
 * request gets the saved response.
 */
export async function answerWrite(call: ApiCall, operation: Write): Promise<FastifyReply> {
  const { caller, request, reply } = call;
  if (caller.publishedOnly) throw new RequestError("forbidden", "This token belongs to no account and can only read.");
  const expected = formOfRequest(operation, request);
  if (!expected) return send(reply, await answerJson(call, operation));
  const form = await receiveForm(request, expected);
  const answer = await answerOnce(call, operation, form.identity, form).finally(() => form.dispose());
  return send(reply, answer);
}

/** Answers a JSON body and removes its temporary files. */
async function answerJson(call: ApiCall, operation: Write): Promise<StoredResponse> {
  const { bodyBytes, received } = call.request;
  const answer = answerOnce(call, operation, received?.identity ?? bodyBytes, undefined);
  return answer.finally(() => received?.dispose());
}

/** The form that the request must be read as; undefined for a JSON body. */
function formOfRequest({ body }: Write, request: FastifyRequest): MultipartBody | undefined {
  if (body?.media === "multipart") return body;
  return body?.upload && hasForm(request) ? formOf(body, body.upload) : undefined;
}

/** @param identity the bytes that an idempotency key is bound to */
async function answerOnce(
  call: ApiCall,
  operation: Write,
  identity: Buffer,
  form: ReceivedForm | undefined,
): Promise<StoredResponse> {
  const { dependencies, caller, request, reply } = call;
  const scope = scopeOf(call);
  const owner = { account: caller.accounts[0], application: caller.application };
  const repeated = repeatable(request, identity);
  const before = repeated && (await storedResponse(scope, dependencies.secrets, owner, repeated));
  if (before) return replayed(call, scope, before);
  // After the key's check: a different request with a used key is 409 even when it is invalid.
  const parameters = parametersOf(operation, request.url);
  const expected = conditionOf(operation, request);
  const ids = pathParameters(request);
  const input = form
    ? { ids, parameters, body: form.fields, files: form.files }
    : {
        ids,
        parameters,
        body: parsedBody(request),
        ...(request.received ? { encoded: request.received.encoded } : {}),
      };
  const prepared = await operation.before?.(
    // Commits on its own: leftovers are cleaned up later, also when a shared transaction rolls back.
    {
      scope: dependencies.database.within(caller.accounts, causeOf(caller, request)),
      account: { id: owner.account },
      files: dependencies.files,
    },
    input,
  );
  const work = async (transaction: Transaction): Promise<StoredResponse> => {
    const {
      answer: own,
      shows,
      isUnstored,
    } = await workOf(call, operation, transaction, {
      ...(prepared?.request ?? input),
      repeated,
      expected,
    });
    const answer = { ...own, headers: { ...textHeaders(reply.getHeaders()), ...own.headers } };
    if (repeated && !isUnstored)
      await saveResponse(transaction, dependencies.secrets, owner, { request: repeated, answer, shows });
    return answer;
  };
  const writing = (): Promise<StoredResponse> => scope.transaction(work, "read, then write");
  // A shared transaction has its connection already.
  const contended = request.bulkOperation?.shared ? undefined : operation.contends?.(input);
  const answering =
    contended === undefined ? writing() : contentions(cacheOf(call)).run(`${owner.account} ${contended}`, writing);
  return answering.catch(async (error: unknown) => {
    await prepared?.discard();
    // A concurrent request with the same key may have done this write, which then fails here.
    const isOwn = error instanceof RequestError && !request.bulkOperation?.shared;
    const stored = isOwn && repeated && (await storedResponse(scope, dependencies.secrets, owner, repeated));
    if (stored) return replayed(call, scope, stored);
    if (error instanceof PreconditionFailed) {
      const tag = await tagOfRecord(call, error.record.resource, error.record.id);
      if (tag !== undefined) void reply.header("etag", tag);
    }
    throw error;
  });
}

/** The condition in `If-Match`. @throws RequestError 400 where it cannot apply: the client must not believe that it holds */
function conditionOf({ onOne }: Write, { headers }: FastifyRequest): ExpectedVersions | undefined {
  const header = headers["if-match"];
  if (header === undefined) return undefined;
  if (!onOne) throw badRequest("If-Match only applies to a write of one record.");
  const expected = expectedVersions(header);
  if (expected === undefined) throw badRequest('If-Match must be * or entity tags in quotes, such as "abc".');
  return expected;
}

/** Reads the query parameters. @throws RequestError 400 for an unknown one */
function parametersOf({ parameters = {} }: Write, url: string): ReadonlyMap<string, string> {
  const query = queryOf(url);
  const accepted = Object.keys(parameters);
  const unknown = [...query.keys()].find((name) => !accepted.includes(name));
  if (unknown === undefined) return query;
  const hint = accepted.length === 0 ? "Writes take no parameters." : `Known parameters: ${accepted.join(", ")}.`;
  throw badRequest(`Unknown parameter ${unknown}. ${hint}`);
}

/** A write request with its idempotency key and its condition, if any. */
interface ConditionalWrite extends WriteRequest {
  readonly repeated: RepeatableRequest | undefined;
  readonly expected: ExpectedVersions | undefined;
}

/** Runs the operation and builds its response, without the common headers. */
async function workOf(
  call: ApiCall,
  operation: Write,
  transaction: Transaction,
  { repeated, expected, ...request }: ConditionalWrite,
): Promise<{ answer: StoredResponse; shows: ShownRecord | undefined; isUnstored?: true | undefined }> {
  const { dependencies, caller } = call;
  const context = {
    transaction,
    caller,
    account: await readAccountSettings(transaction, caller.accounts[0]),
    registry: dependencies.queries.registry,
    cache: cacheOf(call),
    secrets: dependencies.secrets,
    files: dependencies.files,
    outgoing: dependencies.outgoing,
    repeat: repeated && { key: repeated.key, digest: repeated.bodyDigest },
    precondition: expected && new Precondition(expected),
    now: dependencies.clock(),
    isShared: call.request.bulkOperation?.shared !== undefined,
  };
  const outcome = await operation.run(context, request);
  if (outcome === "gone") return { answer: { status: 204, headers: {}, body: Buffer.alloc(0) }, shows: undefined };
  if ("computes" in outcome) {
    const body = Buffer.from(envelope("{}", outcome.computes.root, [outcome.object], "{}"));
    const { about } = outcome;
    return {
      answer: { status: operation.success, headers: { "content-type": contentType }, body },
      shows: about && { resource: about.shows.name, id: about.id },
      isUnstored: outcome.computes.isUnstored,
    };
  }
  const { shows, id } = outcome;
  const body = await shownRecord({ dependencies, caller }, transaction, outcome);
  const location = operation.success === 201 ? { location: `${dependencies.baseUrl}/api/v3/${shows.path}/${id}` } : {};
  return {
    answer: { status: operation.success, headers: { "content-type": contentType, ...location }, body },
    shows: { resource: shows.name, id },
  };
}

/** The response body for an outcome's record. */
async function shownRecord(
  { dependencies, caller }: Pick<ApiCall, "dependencies" | "caller">,
  database: Reader,
  outcome: Shown,
): Promise<Buffer> {
  const { shows, id, includes = {}, meta = {}, reveals } = outcome;
  const moreLinks = new MoreLinks();
  const scope = { database, queries: dependencies.queries, caller };
  const query = { fields: fieldsOf(shows), includes, moreLinks };
  const [record] = await readRecords(scope, shows, [id], query);
  const templates = templatesOf(dependencies, shows, caller.scopes);
  const shown = record === undefined ? [] : [reveals ? revealing(record, reveals) : record];
  return Buffer.from(envelope(templates, shows.root, shown, moreLinks.within(JSON.stringify(meta))));
}

/** Appends attributes to a record's JSON text. */
function revealing(record: string, reveals: Readonly<Record<string, string>>): string {
  return `${record.slice(0, -1)},${JSON.stringify(reveals).slice(1)}`;
}

/** A stored response whose body was erased shows the current record, or nothing when it is no longer readable. */
async function replayed(
  call: ApiCall,
  scope: AccountScope,
  { erased, ...answer }: FoundResponse,
): Promise<StoredResponse> {
  const shows = erased && call.dependencies.queries.registry.find(erased.resource);
  if (!shows) return answer;
  return { ...answer, body: await shownRecord(call, scope, { shows, id: erased.id }) };
}

function send(reply: FastifyReply, answer: StoredResponse): FastifyReply {
  void reply.code(answer.status).headers(answer.headers);
  return answer.status === 204 ? reply.send() : reply.send(answer.body);
}

function textHeaders(headers: ReturnType<FastifyReply["getHeaders"]>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
}

function fieldsOf({ linkless, attributes }: Resource): ReadonlySet<string> | undefined {
  return linkless ? new Set(Object.keys(attributes)) : undefined;
}
