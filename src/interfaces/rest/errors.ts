import type { FastifyBaseLogger, FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { isUnreachable, sqlState } from "../../database/errors.ts";
import { RequestError, type ErrorCode } from "../../kernel/errors.ts";
import { contentType } from "../http/content-type.ts";
import { UnreadableBody } from "../http/utf8-body.ts";

const statuses: Readonly<Record<ErrorCode, number>> = {
  bad_request: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  not_acceptable: 406,
  payload_too_large: 413,
  unsupported_media_type: 415,
  invalid: 422,
  invalid_idempotency_key: 400,
  idempotency_key_mismatch: 409,
  rate_limit_exceeded: 429,
  internal_error: 500,
  unavailable: 503,
};

/** Writes any error as the answer that conventions.md (Errors) gives it. What is unexpected is logged, and never shown. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const requestError = requestErrorOf(error, request.id, request.log);
  if (requestError.code === "unauthorized")
    void reply.header("www-authenticate", 'Bearer realm="api", error="invalid_token"');
  if (requestError.code === "unavailable") void reply.header("retry-after", "5");
  const errors = requestError.messages ?? [{ code: requestError.code, details: requestError.message }];
  return reply
    .code(statuses[requestError.code])
    .type(contentType)
    .send(JSON.stringify(bodyOf(requestError, errors)));
}

/** A limit stands at the top as well, where simple clients look (conventions.md, Errors). */
function bodyOf(requestError: RequestError, errors: unknown): unknown {
  return requestError.code === "rate_limit_exceeded" ? { message: requestError.message, errors } : { errors };
}

function requestErrorOf(error: unknown, requestId: string, log: FastifyBaseLogger): RequestError {
  if (error instanceof RequestError) return error;
  if (error instanceof UnreadableBody)
    return new RequestError(error.statusCode === 415 ? "unsupported_media_type" : "bad_request", error.message);
  if (isUnreachable(error)) {
    log.error({ err: error }, "the database cannot be reached");
    return new RequestError("unavailable", "The database cannot be reached at the moment.");
  }
  // A statement that was canceled after its 30 seconds.
  if (sqlState(error) === "57014") {
    log.error({ err: error }, "a statement took too long");
    return new RequestError("unavailable", "The database took too long for this request.");
  }
  const framework = frameworkError(error);
  if (framework) return framework;
  const database = databaseError(error);
  if (database) return database;
  log.error({ err: error }, "unexpected error");
  return new RequestError("internal_error", `Something went wrong on our side (request ${requestId}).`);
}

/** Fastify's own errors, by their codes. */
function frameworkError(error: unknown): RequestError | undefined {
  if (!isFrameworkError(error)) return undefined;
  switch (error.code) {
    case "FST_ERR_CTP_BODY_TOO_LARGE":
      return new RequestError("payload_too_large", "The body is larger than 1 MiB.");
    case "FST_ERR_CTP_INVALID_MEDIA_TYPE":
      return new RequestError(
        "unsupported_media_type",
        "The body must be application/vnd.api+json or application/json.",
      );
    case "FST_ERR_CTP_INVALID_CONTENT_LENGTH":
      return new RequestError("bad_request", "The body is not as long as its Content-Length says.");
    default:
      return error.statusCode !== undefined && error.statusCode < 500
        ? new RequestError("bad_request", "The request is malformed.")
        : undefined;
  }
}

/**
 * What the database itself rejects although the checks before it passed: two writes that met. The record that came second says so
 * in words; a deadlock or serialisation failure that outlived its retries is such a meeting too.
 */
function databaseError(error: unknown): RequestError | undefined {
  switch (sqlState(error)) {
    case "23P01":
    case "40P01":
    case "40001":
      return new RequestError("invalid", "", { base: ["collides with a change that was made at the same moment"] });
    case "23505":
      return new RequestError("invalid", "", { base: ["is there already"] });
    case "23503":
      return new RequestError("invalid", "", { base: ["refers to a record that does not exist"] });
    case "22007":
    case "22008":
      return new RequestError("invalid", "", { base: ["has a time that is out of range"] });
    case "22003":
      return new RequestError("invalid", "", { base: ["has a number that is out of range"] });
    default:
      return undefined;
  }
}

function isFrameworkError(error: unknown): error is FastifyError {
  return error instanceof Error && "code" in error && typeof error.code === "string" && error.code.startsWith("FST_");
}
