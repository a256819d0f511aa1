import { setTimeout } from "node:timers/promises";
import type { MethodResult, Streamed } from "../../../src/interfaces/mcp/protocol/offering.ts";
import type { Json } from "../../harness/client.ts";

/** A call of a test tool or prompt. */
export interface TestCall {
  readonly args: Json;
  readonly meta: Json;
  readonly capabilities: Json;
  /** The client's responses to the tool's requests (2026-07-28). */
  readonly responses: Json;
  readonly state: unknown;
  /** Sends a session's client a request by the stream, and waits for its result. */
  readonly ask: (method: string, params: Json) => { readonly message: string; readonly result: Promise<Json> };
}

export interface TestTool {
  readonly inputSchema?: Json;
  readonly run: (call: TestCall) => MethodResult | Streamed;
}

export const text = (content: string) => ({ type: "text", text: content });
export const complete = (result: Json): MethodResult => ({ json: JSON.stringify(result) });
export const wait = (milliseconds: number): Promise<void> => setTimeout(milliseconds);
