import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { badRequest, invalid } from "../../../kernel/errors.ts";
import { defaultBodyLimit } from "../../../kernel/request-body.ts";
import { contentType } from "../../http/bodies/content-type.ts";
import { assertShortUrl } from "../../http/bodies/unreadable.ts";
import { admit } from "../admission/admit.ts";
import { causeOf } from "../api-call.ts";
import { assertAcceptable } from "../bodies/accepted-media.ts";
import { parsedBody } from "../bodies/json-body.ts";
import { assertMedia } from "../bodies/media-types.ts";
import type { RestDependencies } from "../dependencies.ts";
import type { Admission } from "../operation-underway.ts";
import { queryOf } from "../parameters.ts";
import { bulkPath } from "./bounds.ts";
import { readBulk } from "./read-bulk.ts";
import { type BulkOutcome, runAtomically, runEach } from "./run-bulk.ts";

/**
 * Serves `POST /bulk` (conventions.md, Bulk): several requests in one, each on its own or all in one transaction. Any token may ask;
 * what it may do is decided by each operation.
 */
export async function bulk(app: FastifyInstance, dependencies: RestDependencies): Promise<void> {
  app.post(bulkPath, {
    bodyLimit: defaultBodyLimit,
    async onRequest(request, reply) {
      await admit(dependencies, request, reply);
      assertShortUrl(request);
      assertAcceptable(undefined, request);
      assertMedia(undefined, request);
    },
    handler: (request, reply) => answerBulk(dependencies, request, reply),
  });
}

async function answerBulk(
  { database }: RestDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { caller, bulkOperation, headers } = request;
  if (!caller) throw new Error("A bulk request reached its handler without a caller.");
  if (bulkOperation) throw invalid({ base: ["a bulk request cannot be an operation of another"] });
  if (headers["idempotency-key"] !== undefined)
    throw badRequest("A bulk request takes no Idempotency-Key: each of its operations may have one.");
  const unknown = [...queryOf(request.url).keys()];
  if (unknown.length > 0) throw badRequest(`The parameter ${unknown[0]} is not known here; writes take none.`);
  const { operations, atomic } = readBulk(parsedBody(request));
  const admission = { caller, headers: admissionHeaders(reply) };
  const outcome = atomic
    ? await runAtomically(request, database.within(caller.accounts, causeOf(caller, request)), admission, operations)
    : await runEach(request, admission, operations);
  return send(reply, outcome);
}

/** What letting the bulk request in has put on its answer: its first operation is let in by it (conventions.md, Bulk). */
function admissionHeaders(reply: FastifyReply): Admission["headers"] {
  const names = /^x-(ratelimit-|updated-since-|content-type-options$)/;
  return Object.fromEntries(Object.entries(reply.getHeaders()).filter(([name]) => names.test(name)));
}

function send(reply: FastifyReply, { results, failed }: BulkOutcome): FastifyReply {
  // What is left of the hour is what the last operation has left of it.
  const { rateLimit = {} } = failed?.result ?? results.at(-1) ?? {};
  void reply.headers(rateLimit).type(contentType);
  if (!failed) return reply.send(`{"results":[${results.map(({ text }) => text).join(",")}]}`);
  const { index, result } = failed;
  const sentence = `element ${index + 1}: was answered with ${result.status}, so that nothing was done`;
  const errors = JSON.stringify({ operations: [sentence] });
  return reply.code(422).send(`{"errors":${errors},"index":${index},"result":${result.text}}`);
}
