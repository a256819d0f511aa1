import type { FastifyReply, FastifyRequest } from "fastify";
import { contentType } from "../http/bodies/content-type.ts";
import { type Failure, failureOf, retrySeconds, statuses } from "../http/failure.ts";
import { tooLarge } from "./bodies/media-types.ts";

/** Writes any error as the answer that conventions.md (Errors) gives it. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = failureOf(error, request);
  const { code, scopes } = failure;
  if (code === "unauthorized") void reply.header("www-authenticate", 'Bearer realm="api", error="invalid_token"');
  if (scopes)
    void reply.header(
      "www-authenticate",
      `Bearer realm="api", error="insufficient_scope", scope="${scopes.join(" ")}"`,
    );
  if (code === "unavailable") void reply.header("retry-after", retrySeconds);
  return reply
    .code(statuses[code])
    .type(contentType)
    .send(JSON.stringify(bodyOf(failure, request)));
}

function bodyOf({ reason, code, sentence, messages }: Failure, request: FastifyRequest): unknown {
  const details = reason === "too_large" ? tooLarge(request) : (sentences.get(reason) ?? sentence);
  const errors = messages ?? [{ code, details }];
  // A limit stands at the top as well, where simple clients look (conventions.md, Errors).
  return code === "rate_limit_exceeded" ? { message: details, errors } : { errors };
}

/** What the API says more precisely. */
const sentences: ReadonlyMap<Failure["reason"], string> = new Map([
  ["media_type", "The body must be application/vnd.api+json or application/json."],
]);
