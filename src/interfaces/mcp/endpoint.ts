import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { agentResources } from "../../kernel/agent-schema.ts";
import { beginSession, endSession } from "../../modules/platform/access/agent-tokens/sessions.ts";
import { type AgentAuthenticator, agentOf, sessionOf } from "./authentication.ts";
import { callTool } from "./call-tool.ts";
import { readScopes } from "./caller.ts";
import type { McpDependencies, ToolDependencies } from "./dependencies.ts";
import { initializeResult, negotiatedVersion, protocolVersions } from "./identity.ts";
import { allowedOrigins, assertAllowedOrigin } from "./origin.ts";
import { sendAnswer } from "./rpc/answer.ts";
import { answerRpcError, rpcErrorOf, sendError } from "./rpc/errors.ts";
import { type Message, type RpcRequest, readBody } from "./rpc/message.ts";
import { codes, errorText, RpcError, resultText } from "./rpc/rpc-error.ts";
import { listedTools } from "./tools/tools.ts";

/** Serves MCP Streamable HTTP at /mcp (agent.md, Transport). Sessions live in the database. */
export async function endpoint(
  app: FastifyInstance,
  dependencies: McpDependencies,
  authenticator: AgentAuthenticator,
): Promise<void> {
  const { database, queries } = dependencies;
  const toolDependencies: ToolDependencies = {
    database,
    queries,
    cache: dependencies.cache,
    clock: dependencies.clock,
    routes: dependencies.routes,
    scopes: readScopes,
    resources: agentResources(queries.registry, dependencies.routes, readScopes),
  };
  const methods = methodsOf(toolDependencies);
  const origins = allowedOrigins(dependencies);
  app.decorateRequest("agent", undefined);
  app.setErrorHandler(answerRpcError);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    "application/json",
    { parseAs: "buffer" },
    async (_request: FastifyRequest, body: Buffer) => body,
  );
  app.addHook("onRequest", async (request, reply) => {
    void reply.header("cache-control", "no-store");
    assertAllowedOrigin(request, origins);
    request.agent = await authenticator.authenticate(request, reply);
  });
  app.post("/mcp", (request, reply) => answerPost(dependencies, methods, request, reply));
  app.delete("/mcp", async (request, reply) => {
    const { token, hasSession } = agentOf(request);
    const session = sessionOf(request);
    if (!hasSession || session === undefined) throw noSession();
    await endSession(database, token.tokenId, session);
    return reply.code(204).send();
  });
  app.route({
    method: ["GET", "PUT", "PATCH", "OPTIONS"],
    url: "/mcp",
    handler: async (_request, reply) => {
      void reply.header("allow", "POST, DELETE");
      throw new RpcError(codes.invalidRequest, "Invalid request: this endpoint accepts POST and DELETE only.", 405);
    },
  });
}

type Method = (request: FastifyRequest, message: RpcRequest) => string | Promise<string>;

/** The methods of a session, by name. Their results are JSON texts. */
function methodsOf(dependencies: ToolDependencies): ReadonlyMap<string, Method> {
  const toolList = listedTools(dependencies);
  return new Map<string, Method>([
    ["ping", () => "{}"],
    ["tools/list", () => toolList],
    ["tools/call", (request, message) => callTool(dependencies, request, message)],
  ]);
}

/** Characters of response after which the rest of a batch is refused: a batch's responses are held in memory until the last one. */
const maxBatchLength = 32 * 1024 * 1024;

async function answerPost(
  dependencies: McpDependencies,
  methods: ReadonlyMap<string, Method>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { batch, messages } = readBody(Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0));
  const [first] = messages;
  if (!batch && first?.kind === "request" && first.method === "initialize") {
    return initialize(dependencies, request, reply, first);
  }
  if (!batch && first?.kind === "invalid") throw first.error;
  if (!agentOf(request).hasSession) {
    const id = !batch && first?.kind === "request" ? first.id : null;
    return sendError(reply, noSession(), id);
  }
  assertProtocolVersion(request);
  const answers: string[] = [];
  let length = 0;
  // Sequential, so a batch loads the database no more than a single call.
  for (const message of messages) {
    const answer = await answerMessage(methods, request, message, length < maxBatchLength);
    if (answer === undefined) continue;
    answers.push(answer);
    length += answer.length;
  }
  if (answers.length === 0) return reply.code(202).send();
  return sendAnswer(request, reply, batch ? `[${answers.join(",")}]` : (answers[0] ?? ""));
}

/** Begins a session (agent.md, Versions). */
async function initialize(
  { database }: McpDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  message: RpcRequest,
): Promise<FastifyReply> {
  const version = negotiatedVersion(message.params.protocolVersion);
  void reply.header("mcp-session-id", await beginSession(database, agentOf(request).token.tokenId, version));
  return sendAnswer(request, reply, resultText(message.id, initializeResult(version)));
}

/** @param hasRoom whether the batch's responses are still below the limit */
async function answerMessage(
  methods: ReadonlyMap<string, Method>,
  request: FastifyRequest,
  message: Message,
  hasRoom: boolean,
): Promise<string | undefined> {
  if (message.kind === "silent") return undefined;
  if (message.kind === "invalid") return errorText(null, message.error);
  const { id, method } = message;
  try {
    if (!hasRoom) throw tooLong();
    return resultText(id, await methodOf(methods, method)(request, message));
  } catch (error) {
    return errorText(id, rpcErrorOf(error, request));
  }
}

function methodOf(methods: ReadonlyMap<string, Method>, name: string): Method {
  const method = methods.get(name);
  if (method) return method;
  if (name === "initialize") {
    throw new RpcError(codes.invalidRequest, "Invalid request: initialize cannot be part of a batch. Send it alone.");
  }
  throw new RpcError(codes.methodNotFound, `Unknown method ${name.slice(0, 60)}.`);
}

function tooLong(): RpcError {
  const sentence = "Invalid request: the batch's response is too large. Send this call in another request.";
  return new RpcError(codes.invalidRequest, sentence);
}

function noSession(): RpcError {
  const sentence =
    "Session not found: Mcp-Session-Id is missing, expired, or belongs to another token. Call initialize to start a session.";
  return new RpcError(codes.sessionNotFound, sentence, 404);
}

/** MCP 2025-06-18, Transports: a client repeats the negotiated version. */
function assertProtocolVersion({ headers }: FastifyRequest): void {
  const version = headers["mcp-protocol-version"];
  if (version === undefined || protocolVersions.some((supported) => supported === version)) return;
  const supported = protocolVersions.join(", ");
  throw new RpcError(codes.invalidRequest, `Invalid request: MCP-Protocol-Version must be one of: ${supported}.`, 400);
}
