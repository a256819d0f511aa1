import type { FastifyRequest } from "fastify";
import { mayDo } from "../../kernel/limits.ts";
import { isObject } from "../../kernel/values/structure.ts";
import { readScopesOfRole } from "../../modules/platform/access/roles.ts";
import { activeAccount, metaKey } from "./active-account.ts";
import { agentOf } from "./authentication.ts";
import { roleIn } from "./caller.ts";
import type { ToolDependencies } from "./dependencies.ts";
import { forRole } from "./for-role.ts";
import { rpcErrorOf } from "./rpc/errors.ts";
import type { RpcRequest } from "./rpc/message.ts";
import { codes, invalidParams, RpcError } from "./rpc/rpc-error.ts";
import { Arguments } from "./tools/arguments.ts";
import type { Tool, ToolAnswer } from "./tools/tool.ts";
import { propertiesOf, tools } from "./tools/tools.ts";

/** The fields of an audit line. Record contents and filters are omitted: they may be personal data. */
interface Audit {
  token: string;
  account?: number;
  tool?: string;
  resource?: string;
}

/** Calls a tool and logs an audit line. @returns the result as JSON text @throws RpcError for any failure */
export async function callTool(
  dependencies: ToolDependencies,
  request: FastifyRequest,
  { params }: RpcRequest,
): Promise<string> {
  const { token } = agentOf(request);
  const audit: Audit = { token: `${token.tokenId} ${token.prefix}` };
  const startedAt = performance.now();
  const log = (outcome: { rows: number; error?: number }): void => {
    const ms = Math.round((performance.now() - startedAt) * 10) / 10;
    request.log.info({ audit: "agent", ...audit, ...outcome, ms }, "called agent tool");
  };
  try {
    const { json, rows } = await run(dependencies, request, params, audit);
    log({ rows });
    return `{"content":[{"type":"text","text":${JSON.stringify(json)}}],"structuredContent":${json},"isError":false}`;
  } catch (error) {
    const rpcError = rpcErrorOf(error, request);
    log({ rows: 0, error: rpcError.code });
    throw rpcError;
  }
}

async function run(
  dependencies: ToolDependencies,
  request: FastifyRequest,
  params: RpcRequest["params"],
  audit: Audit,
): Promise<ToolAnswer> {
  const { token } = agentOf(request);
  const tool = toolOf(params.name);
  audit.tool = tool.name;
  const input = argumentsOf(params.arguments);
  if (typeof input.resource === "string" && dependencies.resources.has(input.resource)) audit.resource = input.resource;
  const meta = isObject(params._meta) ? params._meta[metaKey] : undefined;
  const pins = { meta, argument: input.account_id, header: request.headers["x-service-account-id"] };
  const account = activeAccount(token, pins);
  if (account !== undefined) audit.account = account;
  const role = account === undefined ? undefined : roleIn(account, token);
  if (role !== undefined && tool.isQuestion && !mayDo(readScopesOfRole(role), tool.name))
    throw invalidParams(
      `Invalid params: ${tool.name} is not available to the role ${role}, which the token's user has in this account.`,
    );
  const readable = role === undefined ? dependencies : forRole(dependencies, role);
  return tool.run({
    dependencies: readable,
    token,
    account,
    args: new Arguments(input, propertiesOf(tool, readable), tool.aliases),
  });
}

function toolOf(name: unknown): Tool {
  if (typeof name !== "string") throw invalidParams("Invalid params: name is required.");
  const tool = tools.get(name);
  if (tool) return tool;
  const names = [...tools.keys()].join(", ");
  throw new RpcError(codes.methodNotFound, `Unknown tool ${name.slice(0, 60)}. Available tools: ${names}.`);
}

function argumentsOf(input: unknown): Record<string, unknown> {
  if (input === undefined || input === null) return {};
  if (isObject(input)) return input;
  throw invalidParams("Invalid params: arguments must be an object.");
}
