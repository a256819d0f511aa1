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

/** What an audit line says of a call; never what was in a record, nor in a filter. */
interface Audit {
  token: string;
  account?: number;
  tool?: string;
  resource?: string;
}

/** Calls a tool, and writes the line of the audit. @returns the result as a JSON text @throws RpcError for whatever went wrong */
export async function callTool(
  dependencies: ToolDependencies,
  request: FastifyRequest,
  { params }: RpcRequest,
): Promise<string> {
  const { token } = agentOf(request);
  const audit: Audit = { token: `${token.tokenId} ${token.prefix}` };
  const began = performance.now();
  const log = (outcome: { rows: number; error?: number }): void => {
    const ms = Math.round((performance.now() - began) * 10) / 10;
    request.log.info({ audit: "agent", ...audit, ...outcome, ms }, "an agent called a tool");
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
  const given = argumentsOf(params.arguments);
  if (typeof given.resource === "string" && dependencies.resources.has(given.resource)) audit.resource = given.resource;
  const meta = isObject(params._meta) ? params._meta[metaKey] : undefined;
  const pins = { meta, argument: given.account_id, header: request.headers["x-service-account-id"] };
  const account = activeAccount(token, pins);
  if (account !== undefined) audit.account = account;
  const role = account === undefined ? undefined : roleIn(account, token);
  if (role !== undefined && tool.isQuestion && !mayDo(readScopesOfRole(role), tool.name))
    throw invalidParams(
      `Invalid params: the role ${role}, which the token's user has in this account, does not have ${tool.name}.`,
    );
  const readable = role === undefined ? dependencies : forRole(dependencies, role);
  return tool.run({
    dependencies: readable,
    token,
    account,
    given: new Arguments(given, propertiesOf(tool, readable), tool.aliases),
  });
}

function toolOf(name: unknown): Tool {
  if (typeof name !== "string") throw invalidParams("Invalid params: the name of the tool is missing.");
  const tool = tools.get(name);
  if (tool) return tool;
  const known = [...tools.keys()].join(", ");
  throw new RpcError(codes.methodNotFound, `There is no tool ${name.slice(0, 60)}; there are: ${known}.`);
}

function argumentsOf(given: unknown): Record<string, unknown> {
  if (given === undefined || given === null) return {};
  if (isObject(given)) return given;
  throw invalidParams("Invalid params: arguments must be an object.");
}
