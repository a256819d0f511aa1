import { badRequest, RequestError } from "../../../kernel/errors.ts";
import { isObject } from "../../../kernel/values/structure.ts";
import { parseJson } from "../../http/bodies/json.ts";
import { codes, RpcError, type RpcId } from "./rpc-error.ts";

/** A call that expects a response. */
export interface RpcRequest {
  readonly kind: "request";
  readonly id: RpcId;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** One message of a body. Notifications and unsolicited responses are `silent`: they get no response. */
export type Message =
  | RpcRequest
  | { readonly kind: "silent"; readonly message: Readonly<Record<string, unknown>> }
  | { readonly kind: "invalid"; readonly error: RpcError };

export interface Body {
  readonly batch: boolean;
  readonly messages: readonly Message[];
}

/** Limit per batch (agent.md, Transport). */
const maxMessages = 50;

/** Reads a body: one JSON-RPC object, or a batch. @throws RpcError -32700 for invalid JSON, -32600 for an empty or oversized batch */
export function readBody(bytes: Buffer): Body {
  const parsed = parse(bytes);
  if (!Array.isArray(parsed)) return { batch: false, messages: [readMessage(parsed)] };
  const items: unknown[] = parsed;
  if (items.length === 0) throw new RpcError(codes.invalidRequest, "Invalid request: the batch is empty.", 400);
  if (items.length > maxMessages) {
    throw new RpcError(
      codes.invalidRequest,
      `Invalid request: the batch has ${items.length} messages (maximum is ${maxMessages}).`,
      400,
    );
  }
  return { batch: true, messages: items.map(readMessage) };
}

function parse(bytes: Buffer): unknown {
  try {
    const parsed = parseJson(bytes);
    if (parsed !== undefined) return parsed;
    throw badRequest("The body is empty.");
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    if (error.code === "bad_request") throw new RpcError(codes.parse, `Parse error: ${error.message}`, 400);
    const [problem = ""] = Object.values(error.messages ?? {}).flat();
    throw new RpcError(codes.invalidRequest, `Invalid request: the body ${problem}.`, 400);
  }
}

function readMessage(item: unknown): Message {
  if (!isObject(item) || item.jsonrpc !== "2.0") return invalid('a message must be an object with "jsonrpc": "2.0"');
  const { id, method, params } = item;
  if (method === undefined && ("result" in item || "error" in item)) return { kind: "silent", message: item };
  if (typeof method !== "string") return invalid("method is required and must be a string");
  if (!("id" in item)) return { kind: "silent", message: item };
  if (typeof id !== "string" && typeof id !== "number") return invalid("id must be a string or a number");
  if (params !== undefined && params !== null && !isObject(params)) return invalid("params must be an object");
  return { kind: "request", id, method, params: isObject(params) ? params : {} };
}

function invalid(what: string): Message {
  return { kind: "invalid", error: new RpcError(codes.invalidRequest, `Invalid request: ${what}.`, 400) };
}
