import { mayDo } from "../../kernel/limits.ts";
import { isObject } from "../../kernel/values/structure.ts";
import type { AgentToken } from "../../modules/platform/access/agent-tokens/agent-tokens.ts";
import { readScopesOfRole } from "../../modules/platform/access/roles.ts";
import { activeAccount, metaKey } from "./active-account.ts";
import { agentOf } from "./authentication.ts";
import { roleIn } from "./caller.ts";
import type { ToolDependencies } from "./dependencies.ts";
import { forRole } from "./for-role.ts";
import type { MethodCall, MethodResult } from "./protocol/offering.ts";
import { rpcErrorOf } from "./rpc/errors.ts";
import { codes, invalidParams, RpcError } from "./rpc/rpc-error.ts";
import { Arguments } from "./tools/arguments.ts";
import type { Tool, ToolAnswer } from "./tools/tool.ts";
import { propertiesOf, toolsOf } from "./tools/tools.ts";

/** The fields of an audit line. Record contents and filters are omitted: they may be personal data. */
interface Audit {
  token: string;
  account?: number;
  tool?: string;
  resource?: string;
}

/** `tools/call`. @throws RpcError for any failure */
export async function callTool(dependencies: ToolDependencies, call: MethodCall): Promise<MethodResult> {
  const { json } = await answerTool(dependencies, call, call.params);
  const text = JSON.stringify(json);
  return { json: `{"content":[{"type":"text","text":${text}}],"structuredContent":${json},"isError":false}` };
}

/**
 * Runs a tool in the call's account and logs an audit line.
 * @param tool its name and arguments
 * @throws RpcError for any failure
 */
export async function answerTool(
  dependencies: ToolDependencies,
  call: MethodCall,
  tool: { readonly name?: unknown; readonly arguments?: unknown },
): Promise<ToolAnswer> {
  const { request } = call;
  const { token } = agentOf(request);
  const audit: Audit = { token: `${token.tokenId} ${token.prefix}` };
  const startedAt = performance.now();
  const log = (outcome: { rows: number; error?: number }): void => {
    const ms = Math.round((performance.now() - startedAt) * 10) / 10;
    request.log.info({ audit: "agent", ...audit, ...outcome, ms }, "called agent tool");
  };
  try {
    const answer = await run(dependencies, call, tool, audit);
    log({ rows: answer.rows });
    return answer;
  } catch (error) {
    const rpcError = rpcErrorOf(error, request);
    log({ rows: 0, error: rpcError.code });
    throw rpcError;
  }
}

async function run(
  dependencies: ToolDependencies,
  { request, params, inSession }: MethodCall,
  called: { readonly name?: unknown; readonly arguments?: unknown },
  audit: Audit,
): Promise<ToolAnswer> {
  const { token } = agentOf(request);
  const tool = toolOf(called.name, inSession, token);
  audit.tool = tool.name;
  const input = argumentsOf(called.arguments);
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
    requestId: request.id,
    args: new Arguments(input, propertiesOf(tool), { aliases: tool.aliases, now: dependencies.clock() }),
  });
}

function toolOf(name: unknown, inSession: boolean, token: AgentToken): Tool {
  if (typeof name !== "string") throw invalidParams("Invalid params: name is required.");
  const own = toolsOf(token);
  const tool = own.get(name);
  if (tool) return tool;
  const names = [...own.keys()].join(", ");
  // 2026-07-28 answers an unknown tool as invalid parameters: the method exists.
  const code = inSession ? codes.methodNotFound : codes.invalidParams;
  throw new RpcError(code, `Unknown tool ${name.slice(0, 60)}. Available tools: ${names}.`);
}

function argumentsOf(input: unknown): Record<string, unknown> {
  if (input === undefined || input === null) return {};
  if (isObject(input)) return input;
  throw invalidParams("Invalid params: arguments must be an object.");
}
