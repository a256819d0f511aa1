import { beforeAll, describe, expect, test } from "vitest";
import { encodedHeader } from "../../src/interfaces/mcp/protocol/header-values.ts";
import { filledFixture, useFilledService } from "../harness/filled.ts";
import { aToken, errorIn, objectIn, type RpcAnswer, type TestToken, WireAgent } from "./fixture.ts";

/** MCP 2026-07-28 without sessions (agent.md, Versions). */
const service = useFilledService();
const version = "2026-07-28";
let token: TestToken;
let agent: WireAgent;

beforeAll(async () => {
  const { account } = await filledFixture(service);
  token = await aToken(service, [account]);
  agent = new WireAgent(service.url, token.token, { accept: "application/json" });
});

const meta = (named: unknown = version) => ({
  "io.modelcontextprotocol/protocolVersion": named,
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
});

function ask(method: string, params: object = {}, headers: Record<string, string> = {}): Promise<RpcAnswer> {
  const named = "name" in params ? { "mcp-name": String(params.name) } : {};
  return agent.request(
    method,
    { ...params, _meta: meta() },
    { "mcp-protocol-version": version, "mcp-method": method, ...named, ...headers },
  );
}

const resultOf = (answer: RpcAnswer) => objectIn(objectIn(answer.json).result);
const outcome = (answer: RpcAnswer) => [answer.status, errorIn(answer).code];

test("server/discover names every version, the server and how long that holds", async () => {
  const answer = await ask("server/discover");
  expect(answer.headers.get("mcp-session-id")).toBeNull();
  expect(resultOf(answer)).toMatchObject({
    resultType: "complete",
    supportedVersions: ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"],
    capabilities: { tools: {}, resources: {}, completions: {} },
    _meta: { "io.modelcontextprotocol/serverInfo": { name: "roost" } },
    ttlMs: 3_600_000,
    cacheScope: "public",
  });
});

test("answers a tool with the same content as a session, plus its type", async () => {
  const args = { resource: "bookings", limit: 2 };
  const answer = await ask("tools/call", { name: "api_v3_list", arguments: args });
  const session = new WireAgent(service.url, token.token);
  await session.initialize("2025-11-25");
  const { resultType, _meta, ...content } = resultOf(answer);
  expect(resultType).toBe("complete");
  expect(content).toEqual(resultOf(await session.call("api_v3_list", args)));
});

test("lists and reads carry hints for caches, calls do not", async () => {
  for (const [method, params] of [
    ["tools/list", {}],
    ["resources/list", {}],
    ["resources/templates/list", {}],
  ] as const)
    expect(resultOf(await ask(method, params))).toMatchObject({
      ttlMs: expect.any(Number),
      cacheScope: expect.any(String),
    });
  const read = await ask("resources/read", { uri: "roost://guides/oauth" }, { "mcp-name": "roost://guides/oauth" });
  expect(resultOf(read)).toMatchObject({ ttlMs: 3_600_000, cacheScope: "public" });
  expect(resultOf(await ask("tools/call", { name: "api_v3_resources" }))).not.toHaveProperty("ttlMs");
});

describe("is refused", () => {
  test("with headers that differ from the body (400, -32020)", async () => {
    const call = { name: "api_v3_resources" };
    for (const headers of [
      { "mcp-method": "tools/list" },
      { "mcp-name": "api_v3_list" },
      { "mcp-name": "=?base64?!!?=" },
      { "mcp-protocol-version": "2025-11-25" },
    ])
      expect(outcome(await ask("tools/call", call, headers)), JSON.stringify(headers)).toEqual([400, -32020]);
    const encoded = `=?base64?${Buffer.from(call.name).toString("base64")}?=`;
    expect(resultOf(await ask("tools/call", call, { "mcp-name": encoded }))).toHaveProperty("structuredContent");
  });

  test("in an unknown version (400, -32022), without _meta (400, -32602), by an unknown method (404, -32601)", async () => {
    const headers = { "mcp-protocol-version": "2031-01-01", "mcp-method": "tools/list" };
    const future = await agent.request("tools/list", { _meta: meta("2031-01-01") }, headers);
    expect(outcome(future)).toEqual([400, -32022]);
    expect(objectIn(objectIn(future.json).error).data).toMatchObject({ requested: "2031-01-01" });
    const bare = { "mcp-protocol-version": version, "mcp-method": "tools/list" };
    expect(outcome(await agent.request("tools/list", {}, bare))).toEqual([400, -32602]);
    for (const method of ["initialize", "ping", "logging/setLevel", "resources/subscribe", "nope"])
      expect(outcome(await ask(method)), method).toEqual([404, -32601]);
    expect(outcome(await ask("tools/call", { name: "api_v3_delete" }))).toEqual([200, -32602]);
  });

  test("as a batch, or without a valid token", async () => {
    const body = JSON.stringify([{ jsonrpc: "2.0", id: 1, method: "tools/list", params: { _meta: meta() } }]);
    expect(outcome(await agent.post(body, { "mcp-protocol-version": version }))).toEqual([400, -32600]);
    const stranger = new WireAgent(service.url, "mcp_wrong");
    const headers = { "mcp-protocol-version": version, "mcp-method": "tools/list" };
    expect(outcome(await stranger.request("tools/list", { _meta: meta() }, headers))).toEqual([401, -32000]);
  });
});

test.each([
  ["us-west1", "us-west1"],
  ["=?base64?SGVsbG8sIOS4lueVjA==?=", "Hello, 世界"],
  ["=?base64?IHBhZGRlZCA=?=", " padded "],
  ["=?base64?a?=", undefined],
  ["=?base64?/w==?=", undefined],
  ["é", undefined],
])("decodes the header %s", (header, text) => {
  expect(encodedHeader(header)).toBe(text);
});
