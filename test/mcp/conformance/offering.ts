import { randomUUID } from "node:crypto";
import type { Method, MethodCall, Offering } from "../../../src/interfaces/mcp/protocol/offering.ts";
import { codes, RpcError } from "../../../src/interfaces/mcp/rpc/rpc-error.ts";
import type { Json } from "../../harness/client.ts";
import { objectIn } from "../fixture.ts";
import { testPrompts } from "./prompts.ts";
import { readTestResource, testResources, testTemplates } from "./resources.ts";
import { complete, type TestCall } from "./tool.ts";
import { testTools } from "./tools.ts";

const cache = { ttlMs: 60_000, cacheScope: "public" } as const;
const listed = (result: Json) => ({ ...complete(result), cache });

/** The tools, prompts and resources that the official conformance suite expects by name. */
export function conformanceOffering(): Offering {
  const waiting = new Map<string, (result: Json) => void>();
  const callOf = ({ params, capabilities }: MethodCall): TestCall => ({
    args: objectIn(params.arguments),
    meta: objectIn(params._meta),
    capabilities,
    responses: objectIn(params.inputResponses),
    state: params.requestState,
    ask: (method, askedParams) => {
      const id = randomUUID();
      const result = new Promise<Json>((resolve) => waiting.set(id, resolve));
      return { message: JSON.stringify({ jsonrpc: "2.0", id, method, params: askedParams }), result };
    },
  });
  const tools = [...testTools].map(([name, { inputSchema = { type: "object" } }]) => ({
    name,
    description: `The suite's ${name}.`,
    inputSchema,
  }));
  const prompts = [...testPrompts].map(([name, { arguments: names }]) => ({
    name,
    description: `The suite's ${name}.`,
    arguments: names.map((argument) => ({ name: argument, description: argument, required: true })),
  }));
  const named = <T>(all: ReadonlyMap<string, T>, { params, inSession }: MethodCall): T => {
    const found = all.get(String(params.name));
    if (found) return found;
    throw new RpcError(inSession ? codes.methodNotFound : codes.invalidParams, "Unknown name.");
  };
  return {
    capabilities: { tools: {}, prompts: {}, resources: {}, completions: {}, logging: {} },
    instructions: "For tests.",
    methods: new Map<string, Method>([
      ["tools/list", () => listed({ tools })],
      ["tools/call", (call) => named(testTools, call).run(callOf(call))],
      ["prompts/list", () => listed({ prompts })],
      ["prompts/get", (call) => named(testPrompts, call).run(callOf(call))],
      ["resources/list", () => listed({ resources: testResources })],
      ["resources/templates/list", () => listed({ resourceTemplates: testTemplates })],
      ["resources/read", ({ params }) => ({ ...readTestResource(String(params.uri)), cache })],
      ["completion/complete", () => complete({ completion: { values: ["paris", "park"], total: 2, hasMore: false } })],
    ]),
    sessionMethods: new Map<string, Method>([
      ["logging/setLevel", () => complete({})],
      ["resources/subscribe", () => complete({})],
      ["resources/unsubscribe", () => complete({})],
    ]),
    received: ({ id, result }) => {
      waiting.get(String(id))?.(objectIn(result));
      waiting.delete(String(id));
    },
  };
}
