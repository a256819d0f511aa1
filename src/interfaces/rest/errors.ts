import type { FastifyReply, FastifyRequest } from "fastify";
import { contentType } from "../http/bodies/content-type.ts";
import { type Failure, failureOf, retrySeconds, statuses } from "../http/failure.ts";
import { tooLarge } from "./bodies/media-types.ts";

/** Sends any error in the form of conventions.md (Errors). */
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

function bodyOf({ reason, code, sentence, messages, meta }: Failure, request: FastifyRequest): unknown {
  const details = reason === "too_large" ? tooLarge(request) : (sentences.get(reason) ?? sentence);
  const errors = messages ?? [{ code, details }];
  // Simple clients look for a top-level message (conventions.md, Errors).
  return code === "rate_limit_exceeded" ? { message: details, errors } : { errors, ...(meta && { meta }) };
}

/** The API's own sentences for some reasons. */
const sentences: ReadonlyMap<Failure["reason"], string> = new Map([
  ["media_type", "The body must be application/vnd.api+json or application/json."],
]);
