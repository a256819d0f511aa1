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
import {
  type FoundResponse,
  type RepeatableRequest,
  type ShownRecord,
  type StoredResponse,
  saveResponse,
  storedResponse,
} from "../../../modules/platform/access/idempotency-store.ts";
import { contentType } from "../../http/bodies/content-type.ts";
import { type ApiCall, cacheOf, causeOf, scopeOf } from "../api-call.ts";
import { parsedBody } from "../bodies/json-body.ts";
import { bringsForm } from "../bodies/media-types.ts";
import { type ReceivedForm, receiveForm } from "../bodies/multipart-body.ts";
import { pathParameters, queryOf } from "../parameters.ts";
import { envelope, templatesOf } from "./envelope.ts";
import { repeatable } from "./idempotency.ts";

/** How many of those who contend for one thing are in the database at a time, and milliseconds after which another goes ahead all the same. */
const [mostContending, longestTurn] = [4, 5000];

/**
 * Requests that contend for one thing: one changes it, a few wait for its locks in the database, and the others here, where they keep no
 * connection from who wants something else.
 */
const contentions = cached(() => new ConcurrencyLimit(mostContending, longestTurn));

type Write = Extract<Operation, { kind: "write" }>;

/**
 * Answers a write. The work, the record that it shows and the answer that an idempotency key keeps belong to one transaction. A
 * request that was answered before gets that answer again, and nothing is done.
 */
export async function answerWrite(call: ApiCall, operation: Write): Promise<FastifyReply> {
  const { caller, request, reply } = call;
  if (caller.publishedOnly)
    throw new RequestError("forbidden", "This token was given by no account and can only read.");
  const expected = formOfRequest(operation, request);
  if (!expected) return send(reply, await answerJson(call, operation));
  const form = await receiveForm(request, expected);
  const answer = await answerOnce(call, operation, form.identity, form).finally(() => form.dispose());
  return send(reply, answer);
}

/** @returns the answer to a JSON body, whose files are gone then */
async function answerJson(call: ApiCall, operation: Write): Promise<StoredResponse> {
  const { bodyBytes, received } = call.request;
  const answer = answerOnce(call, operation, received?.identity ?? bodyBytes, undefined);
  return answer.finally(() => received?.dispose());
}

/** The form that a request brings, where it brings one: as the body that the operation has, or in its place. */
function formOfRequest({ body }: Write, request: FastifyRequest): MultipartBody | undefined {
  if (body?.media === "multipart") return body;
  return body?.upload && bringsForm(request) ? formOf(body, body.upload) : undefined;
}

/** @param identity what an idempotency key is bound to */
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
  if (before) return againAnswered(call, scope, before);
  // What the key was used for comes before what may be wrong with this request: a different one is 409, whatever it is.
  const parameters = parametersOf(operation, request.url);
  const ids = pathParameters(request);
  const asked = form
    ? { ids, parameters, body: form.fields, files: form.files }
    : {
        ids,
        parameters,
        body: parsedBody(request),
        ...(request.received ? { encoded: request.received.encoded } : {}),
      };
  const prepared = await operation.before?.(
    // What it commits is of no request alone: what nobody keeps is swept away, also where a shared transaction comes to nothing.
    {
      scope: dependencies.database.within(caller.accounts, causeOf(caller, request)),
      account: { id: owner.account },
      files: dependencies.files,
    },
    asked,
  );
  const work = async (transaction: Transaction): Promise<StoredResponse> => {
    const { answer: given, shows } = await workOf(call, operation, transaction, {
      ...(prepared?.request ?? asked),
      repeated,
    });
    const answer = { ...given, headers: { ...textHeaders(reply.getHeaders()), ...given.headers } };
    if (repeated) await saveResponse(transaction, dependencies.secrets, owner, { request: repeated, answer, shows });
    return answer;
  };
  const writing = (): Promise<StoredResponse> => scope.transaction(work, "read, then write");
  // Who shares a transaction has a connection already.
  const contended = request.bulkOperation?.shared ? undefined : operation.contends?.(asked);
  const answering =
    contended === undefined ? writing() : contentions(cacheOf(call)).run(`${owner.account} ${contended}`, writing);
  return answering.catch(async (error: unknown) => {
    await prepared?.discard();
    throw error;
  });
}

/** What the query holds. @throws RequestError 400 for what the operation does not take */
function parametersOf({ parameters = {} }: Write, url: string): ReadonlyMap<string, string> {
  const given = queryOf(url);
  const known = Object.keys(parameters);
  const unknown = [...given.keys()].find((name) => !known.includes(name));
  if (unknown === undefined) return given;
  const taken = known.length === 0 ? "writes take none" : `known are: ${known.join(", ")}`;
  throw badRequest(`The parameter ${unknown} is not known here; ${taken}.`);
}

/** A request to write, and the key under which its answer is kept. */
interface AskedWrite extends WriteRequest {
  readonly repeated: RepeatableRequest | undefined;
}

/** Does the work and reads what it shows, as an answer with the headers that are its own. */
async function workOf(
  call: ApiCall,
  operation: Write,
  transaction: Transaction,
  { repeated, ...request }: AskedWrite,
): Promise<{ answer: StoredResponse; shows: ShownRecord | undefined }> {
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

/** The record that an outcome shows, as the body of an answer. */
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

/** The JSON text of a record with attributes behind those that it shows. */
function revealing(record: string, reveals: Readonly<Record<string, string>>): string {
  return `${record.slice(0, -1)},${JSON.stringify(reveals).slice(1)}`;
}

/** A stored answer whose body was erased shows the record as it is now, and nothing when that is not read any more. */
async function againAnswered(
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
