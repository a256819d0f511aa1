import type { FastifyReply, FastifyRequest } from "fastify";
import { type Failure, failureOf, retrySeconds, statuses } from "../../http/failure.ts";
import { sendJson } from "./answer.ts";
import { codes, errorText, invalidParams, RpcError, type RpcId } from "./rpc-error.ts";

/** Any error as JSON-RPC's. */
export function rpcErrorOf(error: unknown, request: Pick<FastifyRequest, "id" | "log">): RpcError {
  return error instanceof RpcError ? error : asRpcError(failureOf(error, request), request.id);
}

function asRpcError({ reason, code, sentence }: Failure, requestId: string): RpcError {
  const status = statuses[code];
  const invalidRequest = (what: string) => new RpcError(codes.invalidRequest, `Invalid request: ${what}.`, status);
  const internal = (what: string, answered = status) =>
    new RpcError(codes.internal, `Internal error: ${what}.`, answered);
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
      return invalidRequest("it is malformed");
    case "broken_off":
      return invalidRequest("it broke off before its end");
    case "no_store":
      return internal("the store of files cannot be reached at the moment");
    case "unreachable":
      return internal("the database cannot be reached at the moment");
    case "no_room":
      return internal("there is no room left on a disk at the moment");
    case "exhausted":
      return internal("there is no memory, or no connection, left at the moment");
    case "read_only":
      return internal("nothing can be written at the moment");
    case "damaged":
      return internal("a disk cannot be read or written at the moment");
    case "keys_changed":
      return internal("the key for secrets has just been changed");
    case "too_slow":
      return internal("this took too long; ask for less, or with fewer conditions", 200);
    case "unexpected":
      return internal(`something went wrong on our side (request ${requestId})`);
  }
}

/** Answers a request that is rejected as a whole. The id is that of its only message, where it was read. */
export function sendError(reply: FastifyReply, error: RpcError, id: RpcId = null): FastifyReply {
  if (error.status === statuses.unavailable) void reply.header("retry-after", retrySeconds);
  return sendJson(reply.code(error.status === 200 ? 400 : error.status), errorText(id, error));
}

/** The error handler of the endpoint's routes. */
export function answerRpcError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendError(reply, rpcErrorOf(error, request));
}
