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
 * Serves `POST /bulk` (conventions.md, Bulk): several requests in one, each on its own or all in one transaction. Any token may call it;
 * each operation checks its own scopes.
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
  { database, clock }: RestDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { caller, bulkOperation, headers } = request;
  if (!caller) throw new Error("A bulk request reached its handler without a caller.");
  if (bulkOperation) throw invalid({ base: ["must not contain another bulk request"] });
  if (headers["idempotency-key"] !== undefined)
    throw badRequest("A bulk request takes no Idempotency-Key. Set idempotency_key on its operations.");
  if (headers["if-match"] !== undefined) throw badRequest("A bulk request takes no If-Match.");
  const unknown = [...queryOf(request.url).keys()];
  if (unknown.length > 0) throw badRequest(`Unknown parameter ${unknown[0]}. Writes take no parameters.`);
  const { operations, atomic } = readBulk(parsedBody(request));
  const admission = { caller, headers: admissionHeaders(reply) };
  const scope = database.within(caller.accounts, causeOf(caller, request));
  const outcome = atomic
    ? await runAtomically(request, scope, admission, operations, clock)
    : await runEach(request, admission, operations);
  return send(reply, outcome);
}

/** The headers of the bulk request's admission, which also admits its first operation (conventions.md, Bulk). */
function admissionHeaders(reply: FastifyReply): Admission["headers"] {
  const names = /^x-(ratelimit-|updated-since-|content-type-options$)/;
  return Object.fromEntries(Object.entries(reply.getHeaders()).filter(([name]) => names.test(name)));
}

function send(reply: FastifyReply, { results, failed }: BulkOutcome): FastifyReply {
  // The rate limit is that after the last operation.
  const { rateLimit = {} } = failed?.result ?? results.at(-1) ?? {};
  void reply.headers(rateLimit).type(contentType);
  if (!failed) return reply.send(`{"results":[${results.map(({ text }) => text).join(",")}]}`);
  const { index, result } = failed;
  const sentence = `element ${index + 1}: failed with ${result.status}, so nothing was changed`;
  const errors = JSON.stringify({ operations: [sentence] });
  return reply.code(422).send(`{"errors":${errors},"index":${index},"result":${result.text}}`);
}
