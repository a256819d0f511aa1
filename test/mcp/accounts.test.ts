import { beforeAll, describe, expect, test } from "vitest";
import type { Json } from "../harness/client.ts";
import { useSharedService } from "../harness/service.ts";
import {
  anAgent,
  aToken,
  errorIn,
  outcomeOf as outcome,
  type RpcAnswer,
  type TestToken,
  WireAgent,
  who,
} from "./fixture.ts";

/** service.md, Agent endpoint tokens: how a call selects its account. */
const service = useSharedService();

let ours: number;
let other: number;
let foreign: number;
let single: TestToken;
let multi: TestToken;

beforeAll(async () => {
  ours = await service.anAccount({ business_name: "Ours" });
  other = await service.anAccount({ business_name: "Other" });
  foreign = await service.anAccount({ business_name: "Foreign" });
  single = await aToken(service, [ours]);
  multi = await aToken(service, [ours, other]);
});
/** The three ways to present a token, each as an agent's settings. */
const presentations = {
  "Authorization: Bearer": (token: string) => ({ headers: { authorization: `Bearer ${token}` }, query: "" }),
  "X-MCP-Token": (token: string) => ({ headers: { "x-mcp-token": token }, query: "" }),
  "the token query parameter": (token: string) => ({ headers: {}, query: `?token=${token}` }),
} as const;
type Presentation = keyof typeof presentations;

/** Presents a token in one way, starts a session and calls with the account in one place. */
async function calling(presentation: Presentation, token: string, pins: Pins): Promise<RpcAnswer> {
  const { headers, query } = presentations[presentation](token);
  const send = (method: string, params: Json, more: Record<string, string>) =>
    new WireAgent(service.url, undefined, headers).send("POST", {
      query,
      headers: { "content-type": "application/json", ...more },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    });
  const begun = await send("initialize", { protocolVersion: "2025-06-18" }, {});
  const session = begun.headers.get("mcp-session-id");
  if (session === null) return begun;
  const params = {
    name: "api_v3_list",
    arguments: {
      resource: "accounts",
      fields: ["business_name"],
      ...(pins.argument === undefined ? {} : { account_id: pins.argument }),
    },
    ...(pins.meta === undefined ? {} : { _meta: { "service/account-id": pins.meta } }),
  };
  return send("tools/call", params, {
    "mcp-session-id": session,
    ...(pins.header === undefined ? {} : { "x-service-account-id": String(pins.header) }),
  });
}

interface Pins {
  readonly meta?: unknown;
  readonly argument?: unknown;
  readonly header?: unknown;
}

const listing = (name: string) =>
  expect.stringContaining(`"accounts":[{"business_name":"${name}"}],"meta":{"total_count":1,`);

describe("3 presentations × 2 token types × 4 places of the account × right, wrong, foreign", () => {
  const rows = Object.keys(presentations).flatMap((presentation) =>
    ["single-account", "multi-account"].flatMap((type) =>
      ["meta", "argument", "header", "nowhere"].flatMap((index) =>
        (index === "nowhere" ? ["right"] : ["right", "wrong", "foreign"]).map(
          (value) => [presentation, type, index, value] as const,
        ),
      ),
    ),
  );
  test("cover sixty cases", () => expect(rows).toHaveLength(60));

  test.each(rows)("%s, %s, account in %s, %s", async (presentation, type, index, value) => {
    const token = type === "single-account" ? single : multi;
    const id = value === "right" ? ours : value === "foreign" ? foreign : 987_654;
    const pins = index === "nowhere" ? {} : { [index]: id };
    const found = Object.keys(presentations).find((name): name is Presentation => name === presentation);
    if (!found) throw new Error("There is no such presentation.");
    const answer = await calling(found, token.token, pins);
    if (index === "nowhere" && type === "multi-account") {
      expect(outcome(answer)).toEqual({
        status: 200,
        code: -32602,
        message: `Invalid params: account_id is required for this token. Use one of: ${ours}, ${other}.`,
      });
    } else if (value === "right") {
      expect(answer).toMatchObject({ status: 200, text: listing("Ours") });
    } else {
      expect(outcome(answer)).toEqual({
        status: 200,
        code: -32602,
        message: `Invalid params: the account is not authorized for this token: ${id}.`,
      });
    }
  });
});

describe("Token types", () => {
  test("single-account (one account, implicit; any account-selection input is ignored and a mismatching value is rejected)", async () => {
    const agent = await anAgent(service, single);
    expect((await who(agent)).text).toContain("Ours");
    const same = { meta: { "service/account-id": ours }, headers: { "x-service-account-id": String(ours) } };
    expect((await who(agent, { account_id: String(ours) }, same)).text).toContain("Ours");
    // A foreign account is refused in any place, even after a valid one.
    expect(errorIn(await who(agent, { account_id: foreign }, { meta: { "service/account-id": ours } })).code).toBe(
      -32602,
    );
    expect(errorIn(await who(agent, {}, { headers: { "x-service-account-id": String(foreign) } })).code).toBe(-32602);
  });

  test("multi-account (a defined set of accounts; no default account), even when the set has one", async () => {
    const one = await anAgent(service, await aToken(service, [ours], { multi: true }));
    expect(errorIn(await who(one))).toMatchObject({
      code: -32602,
      message: expect.stringContaining("account_id is required"),
    });
    expect((await who(one, { account_id: ours })).text).toContain("Ours");
  });

  test("calls that show no account's data need no account, but still refuse a foreign one", async () => {
    const agent = await anAgent(service, multi);
    expect((await agent.content("api_v3_resources")).resources).toBeDefined();
    expect((await agent.content("api_v3_resource_schema", { resource: "rentals" })).resource).toBe("rentals");
    const pinned = await agent.call("api_v3_resources", { account_id: foreign });
    expect(errorIn(pinned).message).toContain("not authorized for this token");
  });
});

describe("Multi-account tokens must name the active account on each call; first match wins", () => {
  const key = "service/account-id";

  test("1. JSON-RPC `params._meta` key `service/account-id`", async () => {
    const agent = await anAgent(service, multi, { "x-service-account-id": String(foreign) });
    expect((await who(agent, { account_id: foreign }, { meta: { [key]: other } })).text).toContain("Other");
    expect(errorIn(await who(agent, { account_id: ours }, { meta: { [key]: foreign } })).code).toBe(-32602);
  });

  test("2. the `account_id` tool argument", async () => {
    const agent = await anAgent(service, multi, { "x-service-account-id": String(foreign) });
    expect((await who(agent, { account_id: ours })).text).toContain("Ours");
    expect((await who(agent, { account_id: other }, { meta: { progressToken: 1 } })).text).toContain("Other");
    expect((await who(agent, { account_id: other }, { meta: { [key]: null } })).text).toContain("Other");
  });

  test("3. request header `X-Service-Account-ID`, a fallback for all calls in the request", async () => {
    const agent = await anAgent(service, multi, { "x-service-account-id": String(ours) });
    const call = (id: number, args: Json) => ({
      jsonrpc: "2.0",
      id,
      method: "tools/call",
      params: { name: "api_v3_list", arguments: { resource: "accounts", fields: "business_name", ...args } },
    });
    const answer = await agent.post(JSON.stringify([call(1, {}), call(2, { account_id: other }), call(3, {})]));
    expect(answer.text.match(/Ours|Other/g)?.filter((_, index) => index % 2 === 0)).toEqual(["Ours", "Other", "Ours"]);
  });

  test.each(["one", "1.5", "-1", "0", "", "1,2", 0, -1, 1.5, true, {}, [1], "9".repeat(30)])(
    "The value is the numeric account id: %j is none",
    async (value) => {
      for (const token of [single, multi]) {
        const agent = await anAgent(service, token);
        for (const pins of [
          await who(agent, { account_id: value }),
          await who(agent, {}, { meta: { [key]: value } }),
        ]) {
          expect(errorIn(pins)).toEqual({
            code: -32602,
            message: "Invalid params: account_id must be the numeric id of an account.",
          });
        }
      }
    },
  );
});

describe("the account of a multi-account call", () => {
  test("Without an account pin, a multi-account call fails with an Invalid params error whose message says `account_id` is required for this token", async () => {
    const agent = await anAgent(service, multi);
    for (const answer of [await who(agent), await agent.call("api_v3_get", { resource: "rentals", id: 1 })]) {
      expect(outcome(answer)).toEqual({
        status: 200,
        code: -32602,
        message: expect.stringContaining("account_id is required for this token"),
      });
    }
  });

  test("Pinning an account outside the token's set fails with an Invalid params error saying the account is not authorized for this token", async () => {
    const agent = await anAgent(service, multi);
    for (const id of [foreign, 987_654]) {
      expect(outcome(await who(agent, { account_id: id }))).toEqual({
        status: 200,
        code: -32602,
        message: expect.stringContaining("account is not authorized for this token"),
      });
    }
  });

  test("They return only records of the active account, and not of the token's other ones", async () => {
    const agent = await anAgent(service, multi);
    for (const [account, name] of [
      [ours, "Ours"],
      [other, "Other"],
    ] as const) {
      const content = await agent.content("api_v3_list", {
        resource: "accounts",
        account_id: account,
        fields: "id,business_name",
      });
      expect(content).toEqual({
        accounts: [{ id: account, business_name: name }],
        meta: { total_count: 1, limit: 25, offset: 0 },
      });
      const elsewhere = account === ours ? other : ours;
      expect(
        errorIn(await agent.call("api_v3_get", { resource: "accounts", id: elsewhere, account_id: account })).code,
      ).toBe(-32602);
    }
  });
});

test("Agent endpoint account selection missing or unauthorized: Invalid params error", async () => {
  const agent = await anAgent(service, multi);
  expect([errorIn(await who(agent)).code, errorIn(await who(agent, { account_id: foreign })).code]).toEqual([
    -32602, -32602,
  ]);
});
