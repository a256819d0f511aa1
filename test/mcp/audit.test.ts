import { setTimeout } from "node:timers/promises";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openLog, redactedUrl } from "../../src/app/logs/log.ts";
import type { Json } from "../harness/client.ts";
import { useService } from "../harness/service.ts";
import { PlainBrowser } from "../web/plain-browser.ts";
import { anAgent, aToken, objectIn, type TestToken, WireAgent } from "./fixture.ts";

/** The log's records about agents, without data. */
const lines: string[] = [];
const service = useService({ log: (line) => lines.push(line) });

let account: number;
let token: TestToken;
let agent: WireAgent;

beforeAll(async () => {
  account = await service.anAccount({ business_name: "Les Robles" });
  await service.sql(
    "insert into clients (account_id, fullname, notes) values ($1, 'Ada Lovelace', 'allergic to nuts')",
    [account],
  );
  token = await aToken(service, [account]);
  agent = await anAgent(service, token);
});
beforeEach(() => {
  lines.length = 0;
});

const audited = (): Json[] => lines.map((line) => objectIn(JSON.parse(line))).filter(({ audit }) => audit === "agent");

describe("the audit line of a call", () => {
  const line = () => ({
    audit: "agent",
    token: `${token.id} ${token.token.slice(0, 8)}`,
    account,
    ms: expect.any(Number),
    reqId: expect.stringMatching(/^[\w-]{36}$/),
    msg: "called agent tool",
    level: 30,
    time: expect.any(Number),
    pid: expect.any(Number),
    hostname: expect.any(String),
  });

  test("holds token, account, tool, resource, rows and milliseconds, and nothing else", async () => {
    await agent.list("clients");
    await agent.content("api_v3_resources");
    await agent.content("api_v3_resource_schema", { resource: "bookings" });
    expect(audited()).toEqual([
      { ...line(), tool: "api_v3_list", resource: "clients", rows: 1 },
      { ...line(), tool: "api_v3_resources", rows: 0 },
      { ...line(), tool: "api_v3_resource_schema", resource: "bookings", rows: 0 },
    ]);
    for (const { ms } of audited()) expect(ms).toBeGreaterThanOrEqual(0);
  });

  test("is written for refused calls too, with the error code but no arguments", async () => {
    await agent.call("api_v3_get", { resource: "clients", id: 999_999 });
    await agent.call("api_v3_list", { resource: "Ada's secret", filter: { a: "b" } });
    await agent.call("Ada's secret");
    await agent.call("api_v3_list", { resource: "clients", account_id: account + 1 });
    const { account: _, ...withoutAccount } = line();
    expect(audited()).toEqual([
      { ...line(), tool: "api_v3_get", resource: "clients", rows: 0, error: -32602 },
      { ...line(), tool: "api_v3_list", rows: 0, error: -32602 },
      { ...withoutAccount, rows: 0, error: -32601 },
      { ...withoutAccount, tool: "api_v3_list", resource: "clients", rows: 0, error: -32602 },
    ]);
    expect(lines.join()).not.toContain("secret");
  });

  test("is written for each call of a batch, and for no other message", async () => {
    const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "api_v3_resources" } };
    await agent.post(JSON.stringify([call, { jsonrpc: "2.0", id: 2, method: "ping" }, call]));
    await agent.request("tools/list");
    expect(audited()).toHaveLength(2);
  });

  test("contains no record contents and no filter values", async () => {
    const found = await agent.list("clients", { filter: { notes: { op: "matches", value: "nuts" } } });
    expect(found).toMatchObject([{ fullname: "Ada Lovelace" }]);
    expect(audited()).toHaveLength(1);
    expect(lines.join()).not.toMatch(/Ada|Lovelace|nuts/);
  });
});

describe("the service redacts the token from its logs", () => {
  test("redacts the token in every log level, wherever it was sent", async () => {
    const wrong = `mcp_${"7".repeat(43)}`;
    const at = (secret: string, path = "/mcp", init: RequestInit = {}) =>
      fetch(`${service.url}${path}?token=${secret}&a=b`, init).then((answer) => answer.text());
    const json = { method: "POST", headers: { "content-type": "application/json" } };
    const initialize = '{"jsonrpc":"2.0","id":1,"method":"initialize"}';
    for (const secret of [token.token, wrong]) {
      await at(secret);
      await at(secret, "/mcp", { ...json, body: initialize });
      await at(secret, "/mcp", { ...json, body: "{" });
      await at(secret, "/mcp", { ...json, body: `"${"x".repeat(1_100_000)}"` }).catch(() => undefined);
      await at(secret, "/mcp", { method: "POST", headers: { "content-type": "a/b" }, body: "a" });
      await at(secret, "/mcp/nothing");
      await at(secret, "/mcp/%zz");
      await at(secret, "/mcp/health");
      await at(secret, "/mcp/oauth/authorize");
      await at(secret, "/mcp/oauth/token", { method: "POST" });
      await at(secret, "/api/v3/rentals");
      for (const headers of [{ authorization: `Bearer ${secret}` }, { "x-mcp-token": secret }]) {
        await new WireAgent(service.url, undefined, headers).initialize();
      }
      await new WireAgent(service.url, secret, { "mcp-session-id": secret }).call(secret, {
        [secret]: secret,
        resource: secret,
      });
    }
    const browser = new PlainBrowser(service.url);
    const asked = {
      response_type: "code",
      redirect_uri: "http://127.0.0.1:1/",
      code_challenge: "A".repeat(43),
      code_challenge_method: "S256",
    };
    await browser.get(`/mcp/oauth/authorize?${new URLSearchParams(asked)}`);
    for (const secret of [wrong, token.token]) await browser.post("/mcp/oauth/authorize", { ...asked, token: secret });
    // The service logs its own errors in full.
    await service.sql("alter table agent_tokens rename to agent_tokens_away");
    const failed = await at(token.token, "/mcp", { ...json, body: initialize });
    await browser.post("/mcp/oauth/authorize", { ...asked, token: token.token });
    await service.sql("alter table agent_tokens_away rename to agent_tokens");
    expect(failed).toContain('"code":-32603');
    await setTimeout(0);
    expect(lines.filter((line) => line.includes("unexpected error")).length).toBeGreaterThanOrEqual(2);
    for (const line of lines) {
      for (const secret of [token.token, wrong]) expect(line).not.toContain(secret.slice(8));
    }
  });

  test("redacts the token of a logged request in every spelling", () => {
    const written: string[] = [];
    openLog("info", { write: (line) => void written.push(line) }).info(
      { req: { method: "POST", url: "/mcp?a=b&token=mcp_secret&c=d" } },
      "asked",
    );
    expect(objectIn(JSON.parse(written[0] ?? "")).req).toEqual({
      method: "POST",
      url: "/mcp?a=b&token=[redacted]&c=d",
    });
    expect(redactedUrl("/mcp?%74oken=mcp_secret")).toBe("/mcp?token=[redacted]");
    expect(redactedUrl("/mcp?TOKEN=mcp_secret&token=again")).toBe("/mcp?TOKEN=[redacted]&token=[redacted]");
    expect(redactedUrl("/mcp?to+ken=a&=b&token&x=%zz")).toBe("/mcp?to+ken=a&=b&token=[redacted]&x=%zz");
    expect(redactedUrl("/mcp")).toBe("/mcp");
  });
});
