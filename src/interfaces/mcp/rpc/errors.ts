import type { FastifyReply, FastifyRequest } from "fastify";
import { type Failure, failureOf, retrySeconds, statuses } from "../../http/failure.ts";
import { sendJson } from "./answer.ts";
import { codes, errorText, invalidParams, RpcError, type RpcId } from "./rpc-error.ts";

/** Converts any error to an RpcError. */
export function rpcErrorOf(error: unknown, request: Pick<FastifyRequest, "id" | "log">): RpcError {
  return error instanceof RpcError ? error : asRpcError(failureOf(error, request), request.id);
}

function asRpcError({ reason, code, sentence }: Failure, requestId: string): RpcError {
  const status = statuses[code];
  const invalidRequest = (what: string) => new RpcError(codes.invalidRequest, `Invalid request: ${what}.`, status);
  const internal = (what: string, httpStatus = status) =>
    new RpcError(codes.internal, `Internal error: ${what}.`, httpStatus);
  switch (reason) {
    case "refused":
    case "collided":
      return invalidParams(`Invalid params: ${sentence}`);
    case "unreadable":
      return new RpcError(codes.parse, `Parse error: ${sentence}`, status);
    case "too_large":
      return invalidRequest("the body is larger than 1 MiB");
    case "media_type":
      return invalidRequest("the body must be application/json");
    case "malformed":
      return invalidRequest("the request is malformed");
    case "broken_off":
      return invalidRequest("the request was cut off");
    case "no_store":
      return internal("the file store is unavailable. Retry later");
    case "unreachable":
      return internal("the database is unavailable. Retry later");
    case "no_room":
      return internal("a disk is full. Retry later");
    case "exhausted":
      return internal("the database is out of memory or connections. Retry later");
    case "read_only":
      return internal("the database is read-only. Retry later");
    case "damaged":
      return internal("a disk failed. Retry later");
    case "keys_changed":
      return internal("the secrets key was just rotated. Retry later");
    case "too_slow":
      return internal("the call timed out. Request fewer records or use fewer conditions", 200);
    case "unexpected":
      return internal(`unexpected error (request ${requestId})`);
  }
}

/**
 * Rejects a request as a whole.
 * @param id that of its only message, when it could be read
 * @param status by default the error's own, or 400 when that is 200
 */
export function sendError(
  reply: FastifyReply,
  error: RpcError,
  id: RpcId = null,
  status = error.status === 200 ? 400 : error.status,
): FastifyReply {
  if (status === statuses.unavailable) void reply.header("retry-after", retrySeconds);
  return sendJson(reply.code(status), errorText(id, error));
}

/** The endpoint's error handler. */
export function answerRpcError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendError(reply, rpcErrorOf(error, request));
}
