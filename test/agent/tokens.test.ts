import { beforeAll, describe, expect, test } from "vitest";
import type { Json } from "../harness/client.ts";
import { useHouse } from "../harness/house.ts";
import { aToken, anAgent, errorIn, type RpcAnswer, type TestToken, WireAgent } from "./world.ts";

/** service.md, Agent endpoint tokens, sentence by sentence. */
const house = useHouse();

let ours: number;
let other: number;
let foreign: number;
let single: TestToken;
let multi: TestToken;

beforeAll(async () => {
  ours = await house.anAccount({ business_name: "Ours" });
  other = await house.anAccount({ business_name: "Other" });
  foreign = await house.anAccount({ business_name: "Foreign" });
  single = await aToken(house, [ours]);
  multi = await aToken(house, [ours, other]);
});

const unauthorized = {
  status: 401,
  code: -32000,
  message: "Unauthorized: the token is missing, unknown, expired or revoked.",
};

/** What a request came to. */
const outcome = (answer: RpcAnswer) => ({ status: answer.status, ...errorIn(answer) });

/** Calls that tell which account they were about. */
const who = (agent: WireAgent, args: Json = {}, more: Parameters<WireAgent["call"]>[2] = {}) =>
  agent.call("api_v3_list", { resource: "accounts", fields: ["business_name"], ...args }, more);

/** The three ways to present a token, and how an agent that uses one of them is made. */
const presentations = {
  "Authorization: Bearer": (token: string) => ({ headers: { authorization: `Bearer ${token}` }, query: "" }),
  "X-MCP-Token": (token: string) => ({ headers: { "x-mcp-token": token }, query: "" }),
  "the token query parameter": (token: string) => ({ headers: {}, query: `?token=${token}` }),
} as const;
type Presentation = keyof typeof presentations;

/** Presents a token in one way, begins a session, and calls with the account in one place. */
async function calling(presentation: Presentation, token: string, pins: Pins): Promise<RpcAnswer> {
  const { headers, query } = presentations[presentation](token);
  const send = (method: string, params: Json, more: Record<string, string>) =>
    new WireAgent(house.url, undefined, headers).send("POST", {
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
      ["meta", "argument", "header", "nowhere"].flatMap((place) =>
        (place === "nowhere" ? ["right"] : ["right", "wrong", "foreign"]).map(
          (value) => [presentation, type, place, value] as const,
        ),
      ),
    ),
  );
  test("are sixty cases", () => expect(rows).toHaveLength(60));

  test.each(rows)("%s, %s, account in %s, %s", async (presentation, type, place, value) => {
    const token = type === "single-account" ? single : multi;
    const id = value === "right" ? ours : value === "foreign" ? foreign : 987_654;
    const pins = place === "nowhere" ? {} : { [place]: id };
    const found = Object.keys(presentations).find((name): name is Presentation => name === presentation);
    if (!found) throw new Error("There is no such presentation.");
    const answer = await calling(found, token.token, pins);
    if (place === "nowhere" && type === "multi-account") {
      expect(outcome(answer)).toEqual({
        status: 200,
        code: -32602,
        message: `Invalid params: account_id is required for this token; it can be one of: ${ours}, ${other}.`,
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

describe("Every request except the health check must carry a valid token of the form `mcp_<TOKEN>`", () => {
  test("bound to one user and scoped to an account", async () => {
    expect(single.token).toMatch(/^mcp_[0-9A-Za-z]{43}$/);
    const rows = await house.sql(
      `select account_id::integer, email from agent_tokens join users on users.id = user_id
       join agent_token_accounts on agent_token_id = agent_tokens.id where agent_tokens.id = $1`,
      [single.id],
    );
    expect(rows).toEqual([{ account_id: ours, email: expect.stringMatching(/^owner-/) }]);
  });

  test.each(["POST", "GET", "DELETE", "PUT", "PATCH", "OPTIONS"])("%s without one is unauthorized", async (method) => {
    const answer = await new WireAgent(house.url, undefined).send(method);
    expect(outcome(answer)).toEqual(unauthorized);
    expect(answer.headers.get("www-authenticate")).toBe(
      'Bearer resource_metadata="https://roost.test/.well-known/oauth-protected-resource/mcp"',
    );
  });

  test("the health check needs none", async () => {
    const answer = await fetch(`${house.url}/mcp/health`);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({
      status: "ok",
      server: "roost",
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      protocol_version: "2025-06-18",
    });
  });

  test.each([
    ["unknown", () => `mcp_${"0".repeat(43)}`],
    ["too short", () => single.token.slice(0, -1)],
    ["too long", () => `${single.token}0`],
    ["without its beginning", () => single.token.slice(4)],
    ["one of the API", () => `roost_${"a".repeat(43)}`],
    ["empty", () => ""],
  ])("one that is %s is unauthorized", async (_, text) => {
    expect(outcome(await new WireAgent(house.url, text()).initialize())).toEqual(unauthorized);
  });

  test("a token of the API is none, and a token of this endpoint is none of the API's", async () => {
    const client = await house.aClient(ours);
    expect(outcome(await new WireAgent(house.url, client.token).initialize())).toEqual(unauthorized);
    const answer = await fetch(`${house.url}/api/v3/rentals`, { headers: { authorization: `Bearer ${single.token}` } });
    expect(answer.status).toBe(401);
  });
});

describe("Token presentation, by priority (highest wins)", () => {
  const at = (headers: Record<string, string>, query = "") =>
    new WireAgent(house.url, undefined).send("POST", {
      query,
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: {} }),
    });
  const wrong = `mcp_${"1".repeat(43)}`;

  test("1. `Authorization: Bearer mcp_<TOKEN>`", async () => {
    const others = [{ "x-mcp-token": wrong }, `?token=${wrong}`] as const;
    expect((await at({ authorization: `Bearer ${single.token}`, ...others[0] }, others[1])).status).toBe(200);
    expect((await at({ authorization: `bearer  ${single.token} ` })).status).toBe(200);
    const right = { "x-mcp-token": single.token };
    expect((await at({ authorization: `Bearer ${wrong}`, ...right }, `?token=${single.token}`)).status).toBe(401);
    expect((await at({ authorization: `Bearer ${single.token} ${single.token}`, ...right })).status).toBe(401);
    expect((await at({ authorization: "Bearer", ...right })).status).toBe(401);
  });

  test("2. `X-MCP-Token` header (legacy)", async () => {
    expect((await at({ "x-mcp-token": single.token }, `?token=${wrong}`)).status).toBe(200);
    expect((await at({ "x-mcp-token": wrong }, `?token=${single.token}`)).status).toBe(401);
    expect((await at({ authorization: "Basic YTpi", "x-mcp-token": single.token })).status).toBe(200);
  });

  test("3. `token` query parameter on the endpoint URL (legacy; still accepted)", async () => {
    expect((await at({}, `?token=${single.token}`)).status).toBe(200);
    expect((await at({ "x-mcp-token": "" }, `?other=1&token=${single.token}`)).status).toBe(200);
    expect((await at({}, `?token=${single.token}&token=${wrong}`)).status).toBe(401);
    expect((await at({}, `?Token=${single.token}`)).status).toBe(401);
  });
});

describe("Token types", () => {
  test("single-account (one account, implicit; any account-selection input is ignored and a mismatching value is rejected)", async () => {
    const agent = await anAgent(house, single);
    expect((await who(agent)).text).toContain("Ours");
    const same = { meta: { "service/account-id": ours }, headers: { "x-service-account-id": String(ours) } };
    expect((await who(agent, { account_id: String(ours) }, same)).text).toContain("Ours");
    // Wherever it stands, whatever stands before it.
    expect(errorIn(await who(agent, { account_id: foreign }, { meta: { "service/account-id": ours } })).code).toBe(
      -32602,
    );
    expect(errorIn(await who(agent, {}, { headers: { "x-service-account-id": String(foreign) } })).code).toBe(-32602);
  });

  test("multi-account (a defined set of accounts; no default account), even when the set has one", async () => {
    const one = await anAgent(house, await aToken(house, [ours], { multi: true }));
    expect(errorIn(await who(one))).toMatchObject({
      code: -32602,
      message: expect.stringContaining("account_id is required"),
    });
    expect((await who(one, { account_id: ours })).text).toContain("Ours");
  });

  test("what tells of no account needs none, and is refused for a foreign one all the same", async () => {
    const agent = await anAgent(house, multi);
    expect((await agent.content("api_v3_resources")).resources).toBeDefined();
    expect((await agent.content("api_v3_resource_schema", { resource: "rentals" })).resource).toBe("rentals");
    const pinned = await agent.call("api_v3_resources", { account_id: foreign });
    expect(errorIn(pinned).message).toContain("not authorized for this token");
  });
});

describe("Multi-account tokens must name the active account on each call; first match wins", () => {
  const key = "service/account-id";

  test("1. JSON-RPC `params._meta` key `service/account-id`", async () => {
    const agent = await anAgent(house, multi, { "x-service-account-id": String(foreign) });
    expect((await who(agent, { account_id: foreign }, { meta: { [key]: other } })).text).toContain("Other");
    expect(errorIn(await who(agent, { account_id: ours }, { meta: { [key]: foreign } })).code).toBe(-32602);
  });

  test("2. the `account_id` tool argument", async () => {
    const agent = await anAgent(house, multi, { "x-service-account-id": String(foreign) });
    expect((await who(agent, { account_id: ours })).text).toContain("Ours");
    expect((await who(agent, { account_id: other }, { meta: { progressToken: 1 } })).text).toContain("Other");
    expect((await who(agent, { account_id: other }, { meta: { [key]: null } })).text).toContain("Other");
  });

  test("3. request header `X-Service-Account-ID`, a fallback for all calls in the request", async () => {
    const agent = await anAgent(house, multi, { "x-service-account-id": String(ours) });
    const call = (id: number, args: Json) => ({
      jsonrpc: "2.0",
      id,
      method: "tools/call",
      params: { name: "api_v3_list", arguments: { resource: "accounts", fields: "business_name", ...args } },
    });
    const answer = await agent.post(JSON.stringify([call(1, {}), call(2, { account_id: other }), call(3, {})]));
    expect(answer.text.match(/Ours|Other/g)?.filter((_, place) => place % 2 === 0)).toEqual(["Ours", "Other", "Ours"]);
  });

  test.each(["one", "1.5", "-1", "0", "", "1,2", 0, -1, 1.5, true, {}, [1], "9".repeat(30)])(
    "The value is the numeric account id: %j is none",
    async (value) => {
      for (const token of [single, multi]) {
        const agent = await anAgent(house, token);
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
    const agent = await anAgent(house, multi);
    for (const answer of [await who(agent), await agent.call("api_v3_get", { resource: "rentals", id: 1 })]) {
      expect(outcome(answer)).toEqual({
        status: 200,
        code: -32602,
        message: expect.stringContaining("account_id is required for this token"),
      });
    }
  });

  test("Pinning an account outside the token's set fails with an Invalid params error saying the account is not authorized for this token", async () => {
    const agent = await anAgent(house, multi);
    for (const id of [foreign, 987_654]) {
      expect(outcome(await who(agent, { account_id: id }))).toEqual({
        status: 200,
        code: -32602,
        message: expect.stringContaining("account is not authorized for this token"),
      });
    }
  });

  test("They return only records of the active account, and not of the token's other ones", async () => {
    const agent = await anAgent(house, multi);
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

describe("Errors", () => {
  test("Agent endpoint token expired, revoked or missing: Unauthorized error", async () => {
    const [expired, revoked] = [await aToken(house, [ours]), await aToken(house, [ours])];
    await house.sql("update agent_tokens set expires_at = now() where id = $1", [expired.id]);
    await house.sql("update agent_tokens set revoked_at = now() where id = $1", [revoked.id]);
    for (const text of [expired.token, revoked.token, undefined]) {
      const answer = await new WireAgent(house.url, text).initialize();
      expect(outcome(answer)).toEqual(unauthorized);
      expect(answer.json).toEqual({ jsonrpc: "2.0", id: null, error: { code: -32000, message: unauthorized.message } });
    }
  });

  test("Agent endpoint account selection missing or unauthorized: Invalid params error", async () => {
    const agent = await anAgent(house, multi);
    expect([errorIn(await who(agent)).code, errorIn(await who(agent, { account_id: foreign })).code]).toEqual([
      -32602, -32602,
    ]);
  });
});

describe("The plaintext is shown once at creation", () => {
  test("only a SHA-256 hash and a short `mcp_` prefix are stored", async () => {
    await (await anAgent(house, single)).list("rentals");
    const [row] = await house.sql(
      "select prefix, digest = sha256($2::bytea) as hashed from agent_tokens where id = $1",
      [single.id, single.token],
    );
    expect(row).toEqual({ prefix: single.token.slice(0, 8), hashed: true });
    const tables = await house.sql(
      "select relname::text as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
    );
    for (const { name } of tables) {
      const found = await house.sql(`select from ${name} as t where strpos(t::text, $1) > 0`, [single.token.slice(8)]);
      expect(found, String(name)).toEqual([]);
    }
  });
});

describe("A token may have an expiry", () => {
  test("An expired or revoked token is rejected with an Unauthorized error", async () => {
    const dated = await aToken(house, [ours], { expiresAt: Date.now() + 3_600_000 });
    const agent = await anAgent(house, dated);
    expect((await who(agent)).status).toBe(200);
    await house.sql("update agent_tokens set expires_at = now() where id = $1", [dated.id]);
    expect(outcome(await who(agent))).toEqual(unauthorized);
    await house.sql("update agent_tokens set expires_at = null, revoked_at = now() where id = $1", [dated.id]);
    expect(outcome(await agent.initialize())).toEqual(unauthorized);
  });

  test("Sessions re-check the token on every request, so revoking a token stops its sessions", async () => {
    const token = await aToken(house, [ours]);
    const [first, second] = [await anAgent(house, token), await anAgent(house, token)];
    expect([(await who(first)).status, (await who(second)).status]).toEqual([200, 200]);
    await house.sql("update agent_tokens set revoked_at = now() where id = $1", [token.id]);
    expect([outcome(await who(first)), outcome(await who(second))]).toEqual([unauthorized, unauthorized]);
  });

  test("its last use is kept", async () => {
    const token = await aToken(house, [ours]);
    const used = async () =>
      (
        await house.sql("select last_used_at > now() - interval '1 minute' as lately from agent_tokens where id = $1", [
          token.id,
        ])
      )[0];
    expect(await used()).toEqual({ lately: null });
    await new WireAgent(house.url, token.token).request("ping");
    expect(await used()).toEqual({ lately: true });
  });
});
