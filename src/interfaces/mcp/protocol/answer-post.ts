import type { FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "../../../database/connect/database.ts";
import { beginSession } from "../../../modules/platform/access/agent-tokens/sessions.ts";
import { agentOf } from "../authentication.ts";
import { server } from "../identity.ts";
import { sendAnswer, sendEvents } from "../rpc/answer.ts";
import { rpcErrorOf, sendError } from "../rpc/errors.ts";
import { type Message, type RpcRequest, readBody } from "../rpc/message.ts";
import { codes, errorText, RpcError, resultText } from "../rpc/rpc-error.ts";
import { isStreamed, responseOf, streamOf } from "./messages.ts";
import type { MethodCall, Offering } from "./offering.ts";
import { hasSessions, negotiatedRevision, revisions, statelessRevision } from "./revisions.ts";
import { checkStateless, isStateless } from "./stateless.ts";

/** Characters of response after which the rest of a batch is refused: a batch's responses are held in memory until the last one. */
const maxBatchLength = 32 * 1024 * 1024;

/** Answers one POST, in the era that its headers and body name (agent.md, Versions). */
export async function answerPost(
  database: Database,
  offering: Offering,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { batch, messages } = readBody(Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0));
  const [first] = messages;
  const single = !batch && first?.kind === "request" ? first : undefined;
  if (!batch && first?.kind === "invalid") throw first.error;
  if (isStateless(request, single)) {
    if (batch) throw new RpcError(codes.invalidRequest, `Invalid request: ${statelessRevision} has no batches.`, 400);
    return single ? answerStateless(offering, request, reply, single) : reply.code(202).send();
  }
  if (single?.method === "initialize") return initialize(database, offering, request, reply, single);
  if (!agentOf(request).hasSession) return sendError(reply, noSession(), single?.id ?? null);
  assertSessionVersion(request);
  return answerSession(offering, request, reply, { batch, messages });
}

async function answerStateless(
  offering: Offering,
  request: FastifyRequest,
  reply: FastifyReply,
  message: RpcRequest,
): Promise<FastifyReply> {
  try {
    const capabilities = checkStateless(request, message);
    const method = offering.methods.get(message.method);
    if (!method) throw unknownMethod(message.method, 404);
    const call: MethodCall = { request, params: message.params, inSession: false, capabilities };
    const result = method(call);
    if (isStreamed(result)) return sendEvents(request, reply, streamOf(call, message.id, result));
    return sendAnswer(request, reply, await responseOf(call, message.id, await result));
  } catch (error) {
    const rpcError = rpcErrorOf(error, request);
    return sendError(reply, rpcError, message.id, rpcError.status);
  }
}

async function answerSession(
  offering: Offering,
  request: FastifyRequest,
  reply: FastifyReply,
  { batch, messages }: { readonly batch: boolean; readonly messages: readonly Message[] },
): Promise<FastifyReply> {
  const answers: string[] = [];
  let length = 0;
  // Sequential, so a batch loads the database no more than a single call.
  for (const message of messages) {
    if (message.kind === "silent") {
      offering.received?.(message.message);
      continue;
    }
    const answer = await answerMessage(offering, request, message, length < maxBatchLength);
    if (typeof answer !== "string") {
      if (!batch) return sendEvents(request, reply, answer);
      throw new Error("A method of a batch streams its answer.");
    }
    answers.push(answer);
    length += answer.length;
  }
  if (answers.length === 0) return reply.code(202).send();
  return sendAnswer(request, reply, batch ? `[${answers.join(",")}]` : (answers[0] ?? ""));
}

/** @param hasRoom whether the batch's responses are still below the limit */
async function answerMessage(
  { methods, sessionMethods }: Offering,
  request: FastifyRequest,
  message: Exclude<Message, { kind: "silent" }>,
  hasRoom: boolean,
): Promise<string | AsyncGenerator<string, string, undefined>> {
  if (message.kind === "invalid") return errorText(null, message.error);
  const { id, method: name, params } = message;
  try {
    if (!hasRoom) throw tooLong();
    const method = methods.get(name) ?? sessionMethods.get(name);
    if (!method) throw name === "initialize" ? initializeInBatch() : unknownMethod(name, 200);
    const call: MethodCall = { request, params, inSession: true, capabilities: {} };
    const result = method(call);
    return isStreamed(result) ? streamOf(call, id, result) : await responseOf(call, id, await result);
  } catch (error) {
    return errorText(id, rpcErrorOf(error, request));
  }
}

/** Begins a session. */
async function initialize(
  database: Database,
  { capabilities, instructions }: Offering,
  request: FastifyRequest,
  reply: FastifyReply,
  { id, params }: RpcRequest,
): Promise<FastifyReply> {
  const protocolVersion = negotiatedRevision(params.protocolVersion);
  void reply.header("mcp-session-id", await beginSession(database, agentOf(request).token.tokenId, protocolVersion));
  const result = { protocolVersion, capabilities, serverInfo: server, instructions };
  return sendAnswer(request, reply, resultText(id, JSON.stringify(result)));
}

function unknownMethod(name: string, status: number): RpcError {
  return new RpcError(codes.methodNotFound, `Unknown method ${name.slice(0, 60)}.`, status);
}

function initializeInBatch(): RpcError {
  return new RpcError(codes.invalidRequest, "Invalid request: initialize cannot be part of a batch. Send it alone.");
}

function tooLong(): RpcError {
  const sentence = "Invalid request: the batch's response is too large. Send this call in another request.";
  return new RpcError(codes.invalidRequest, sentence);
}

/** The error of a request without a live session. */
export function noSession(): RpcError {
  const sentence =
    "Session not found: Mcp-Session-Id is missing, expired, or belongs to another token. Call initialize to start a session.";
  return new RpcError(codes.sessionNotFound, sentence, 404);
}

/** Since 2025-06-18 a client repeats the session's version in a header. */
function assertSessionVersion({ headers }: FastifyRequest): void {
  const version = headers["mcp-protocol-version"];
  if (version === undefined || hasSessions(version)) return;
  const supported = revisions.join(", ");
  throw new RpcError(codes.invalidRequest, `Invalid request: MCP-Protocol-Version must be one of: ${supported}.`, 400);
}
