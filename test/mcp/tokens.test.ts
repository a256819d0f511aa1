import { beforeAll, describe, expect, test } from "vitest";
import { useService } from "../harness/service.ts";
import { anAgent, aToken, outcomeOf as outcome, type TestToken, WireAgent, who } from "./fixture.ts";

/** Covers service.md, Agent endpoint tokens, sentence by sentence. accounts.test.ts covers the sentences about accounts. */
const service = useService();

let ours: number;
let single: TestToken;

beforeAll(async () => {
  ours = await service.anAccount({ business_name: "Ours" });
  single = await aToken(service, [ours]);
});

const unauthorized = {
  status: 401,
  code: -32000,
  message: "Unauthorized: the token is missing, unknown, expired or revoked.",
};

describe("Every request except the health check must carry a valid token of the form `mcp_<TOKEN>`", () => {
  test("is bound to one user and scoped to an account", async () => {
    expect(single.token).toMatch(/^mcp_[0-9A-Za-z]{43}$/);
    const rows = await service.sql(
      `select account_id::integer, email from agent_tokens join users on users.id = user_id
       join agent_token_accounts on agent_token_id = agent_tokens.id where agent_tokens.id = $1`,
      [single.id],
    );
    expect(rows).toEqual([{ account_id: ours, email: expect.stringMatching(/^owner-/) }]);
  });

  test.each(["POST", "GET", "DELETE", "PUT", "PATCH", "OPTIONS"])(
    "%s without a token is unauthorized",
    async (method) => {
      const answer = await new WireAgent(service.url, undefined).send(method);
      expect(outcome(answer)).toEqual(unauthorized);
      expect(answer.headers.get("www-authenticate")).toBe(
        'Bearer resource_metadata="https://roost.test/.well-known/oauth-protected-resource/mcp"',
      );
    },
  );

  test("the health check needs no token", async () => {
    const answer = await fetch(`${service.url}/mcp/health`);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({
      status: "ok",
      server: "roost",
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      protocol_version: "2026-07-28",
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
    expect(outcome(await new WireAgent(service.url, text()).initialize())).toEqual(unauthorized);
  });

  test("refuses API tokens, and the API refuses agent tokens", async () => {
    const client = await service.aClient(ours);
    expect(outcome(await new WireAgent(service.url, client.token).initialize())).toEqual(unauthorized);
    const answer = await fetch(`${service.url}/api/v3/rentals`, {
      headers: { authorization: `Bearer ${single.token}` },
    });
    expect(answer.status).toBe(401);
  });
});

describe("Token presentation, by priority (highest wins)", () => {
  const at = (headers: Record<string, string>, query = "") =>
    new WireAgent(service.url, undefined).send("POST", {
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

describe("Errors", () => {
  test("Agent endpoint token expired, revoked or missing: Unauthorized error", async () => {
    const [expired, revoked] = [await aToken(service, [ours]), await aToken(service, [ours])];
    await service.sql("update agent_tokens set expires_at = now() where id = $1", [expired.id]);
    await service.sql("update agent_tokens set revoked_at = now() where id = $1", [revoked.id]);
    for (const text of [expired.token, revoked.token, undefined]) {
      const answer = await new WireAgent(service.url, text).initialize();
      expect(outcome(answer)).toEqual(unauthorized);
      expect(answer.json).toEqual({ jsonrpc: "2.0", id: null, error: { code: -32000, message: unauthorized.message } });
    }
  });
});

describe("The plaintext is shown once at creation", () => {
  test("only a SHA-256 hash and a short `mcp_` prefix are stored", async () => {
    await (await anAgent(service, single)).list("rentals");
    const [row] = await service.sql(
      "select prefix, digest = sha256($2::bytea) as hashed from agent_tokens where id = $1",
      [single.id, single.token],
    );
    expect(row).toEqual({ prefix: single.token.slice(0, 8), hashed: true });
    const tables = await service.sql(
      "select relname::text as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
    );
    for (const { name } of tables) {
      const found = await service.sql(`select from ${name} as t where strpos(t::text, $1) > 0`, [
        single.token.slice(8),
      ]);
      expect(found, String(name)).toEqual([]);
    }
  });
});

describe("A token may have an expiry", () => {
  test("An expired or revoked token is rejected with an Unauthorized error", async () => {
    const dated = await aToken(service, [ours], { expiresAt: Date.now() + 3_600_000 });
    const agent = await anAgent(service, dated);
    expect((await who(agent)).status).toBe(200);
    await service.sql("update agent_tokens set expires_at = now() where id = $1", [dated.id]);
    expect(outcome(await who(agent))).toEqual(unauthorized);
    await service.sql("update agent_tokens set expires_at = null, revoked_at = now() where id = $1", [dated.id]);
    expect(outcome(await agent.initialize())).toEqual(unauthorized);
  });

  test("Sessions re-check the token on every request, so revoking a token stops its sessions", async () => {
    const token = await aToken(service, [ours]);
    const [first, second] = [await anAgent(service, token), await anAgent(service, token)];
    expect([(await who(first)).status, (await who(second)).status]).toEqual([200, 200]);
    await service.sql("update agent_tokens set revoked_at = now() where id = $1", [token.id]);
    expect([outcome(await who(first)), outcome(await who(second))]).toEqual([unauthorized, unauthorized]);
  });

  test("records a token's last use", async () => {
    const token = await aToken(service, [ours]);
    const used = async () =>
      (
        await service.sql(
          "select last_used_at > now() - interval '1 minute' as lately from agent_tokens where id = $1",
          [token.id],
        )
      )[0];
    expect(await used()).toEqual({ lately: null });
    await new WireAgent(service.url, token.token).request("ping");
    expect(await used()).toEqual({ lately: true });
  });
});
