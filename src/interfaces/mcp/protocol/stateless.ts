import type { FastifyRequest } from "fastify";
import { isObject } from "../../../kernel/values/structure.ts";
import type { RpcRequest } from "../rpc/message.ts";
import { codes, RpcError } from "../rpc/rpc-error.ts";
import { encodedHeader } from "./header-values.ts";
import { hasSessions, revisions, statelessRevision } from "./revisions.ts";

const versionKey = "io.modelcontextprotocol/protocolVersion";
const capabilitiesKey = "io.modelcontextprotocol/clientCapabilities";

/** The parameter that `Mcp-Name` repeats, by method. */
const nameParameters = new Map([
  ["tools/call", "name"],
  ["prompts/get", "name"],
  ["resources/read", "uri"],
]);

/** Whether a request's headers or body name a revision without sessions. */
export function isStateless({ headers }: FastifyRequest, message: RpcRequest | undefined): boolean {
  const named = metaOf(message)?.[versionKey];
  return named === undefined ? headers["mcp-protocol-version"] === statelessRevision : !hasSessions(named);
}

/**
 * Checks a request's own version, capabilities and headers (MCP 2026-07-28, Request Metadata).
 * @returns the client's capabilities
 * @throws RpcError 400: -32602 without the required `_meta`, -32020 for headers that differ from the body, -32022 for another version
 */
export function checkStateless({ headers }: FastifyRequest, message: RpcRequest): Readonly<Record<string, unknown>> {
  const meta = metaOf(message);
  const version = meta?.[versionKey];
  const capabilities = meta?.[capabilitiesKey];
  if (version !== undefined) {
    assertHeader("MCP-Protocol-Version", headers["mcp-protocol-version"], version);
    if (version !== statelessRevision) throw unsupportedVersion(version);
  }
  assertHeader("Mcp-Method", headers["mcp-method"], message.method);
  const parameter = nameParameters.get(message.method);
  const name = parameter === undefined ? undefined : message.params[parameter];
  if (typeof name === "string") assertHeader("Mcp-Name", encodedHeader(headers["mcp-name"]), name);
  if (version === undefined) throw missingMeta(versionKey);
  if (!isObject(capabilities)) throw missingMeta(capabilitiesKey);
  return capabilities;
}

function metaOf(message: RpcRequest | undefined): Readonly<Record<string, unknown>> | undefined {
  const meta = message?.params._meta;
  return isObject(meta) ? meta : undefined;
}

function missingMeta(key: string): RpcError {
  return new RpcError(codes.invalidParams, `Invalid params: _meta["${key}"] is required.`, 400);
}

function assertHeader(name: string, value: unknown, expected: unknown): void {
  if (value === expected) return;
  const problem = value === undefined ? "is missing or malformed" : "does not match the body";
  throw new RpcError(codes.headerMismatch, `Header mismatch: ${name} ${problem}.`, 400);
}

function unsupportedVersion(requested: unknown): RpcError {
  const data = { supported: revisions, requested: String(requested).slice(0, 60) };
  return new RpcError(codes.unsupportedVersion, "Unsupported protocol version.", 400, data);
}

/** -32021 for a call that needs more than the client declared. @param capabilities such as `{ elicitation: {} }` */
export function missingCapability(capabilities: Readonly<Record<string, unknown>>): RpcError {
  const names = Object.keys(capabilities).join(", ");
  const data = { requiredCapabilities: capabilities };
  return new RpcError(codes.missingCapability, `The client must support ${names}.`, 400, data);
}
