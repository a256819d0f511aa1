import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from "fastify";
import { isUnreachable, sqlState } from "../../../database/errors.ts";
import { UnreadableBody } from "../../http/utf8-body.ts";
import { RequestError } from "../../../kernel/errors.ts";
import { sendJson } from "./answer.ts";
import { codes, errorText, invalidParams, RpcError, type RpcId } from "./rpc-error.ts";

/** The SQLSTATE of a statement that was given up after the longest time that one may take. */
const statementTimeout = "57014";

/** Any error as the one that an agent sees. What is unexpected is logged, and never shown. */
export function rpcErrorOf(error: unknown, requestId: string, log: FastifyBaseLogger): RpcError {
  if (error instanceof RpcError) return error;
  if (error instanceof UnreadableBody)
    return new RpcError(codes.parse, `Parse error: ${error.message}`, error.statusCode);
  if (error instanceof RequestError) return invalidParams(`Invalid params: ${error.message}`);
  if (isUnreachable(error)) {
    log.error({ err: error }, "the database cannot be reached");
    return new RpcError(codes.internal, "Internal error: the database cannot be reached at the moment.", 503);
  }
  if (sqlState(error) === statementTimeout) {
    log.warn({ err: error }, "what an agent asked took too long");
    return new RpcError(codes.internal, "Internal error: this took too long; ask for less, or with fewer conditions.");
  }
  const status = error instanceof Error && "statusCode" in error ? Number(error.statusCode) : 500;
  const unreadable = unreadableRequests[status];
  if (unreadable !== undefined) return new RpcError(codes.invalidRequest, `Invalid request: ${unreadable}.`, status);
  if (status >= 400 && status < 500) {
    return new RpcError(codes.invalidRequest, "Invalid request: it is malformed.", status);
  }
  log.error({ err: error }, "unexpected error of the agent endpoint");
  return new RpcError(codes.internal, `Internal error: something went wrong on our side (request ${requestId}).`, 500);
}

const unreadableRequests: Readonly<Record<number, string>> = {
  413: "the body is larger than 1 MiB",
  415: "the body must be application/json",
};

/** Answers a request that is rejected as a whole. The id is that of its only message, where it was read. */
export function sendError(reply: FastifyReply, error: RpcError, id: RpcId = null): FastifyReply {
  if (error.status === 503) void reply.header("retry-after", "5");
  return sendJson(reply.code(error.status === 200 ? 400 : error.status), errorText(id, error));
}

/** The error handler of the endpoint's routes. */
export function answerRpcError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendError(reply, rpcErrorOf(error, request.id, request.log));
}
