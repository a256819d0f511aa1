import { randomBytes } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { anotherService } from "../access/services.ts";
import { useService } from "../harness/service.ts";
import { PlainBrowser } from "../web/plain-browser.ts";
import { aToken, type TestToken, WireAgent } from "./fixture.ts";
import { aCode, challenge, exchanging, pasting, path, request } from "./sign-in.ts";

/** Tokens pasted on the page, and the codes issued for them (agent.md, Connector sign-in). */
const service = useService();

let token: TestToken;
beforeAll(async () => {
  token = await aToken(service, [await service.anAccount()]);
});

describe("wrong, expired or revoked tokens are refused on the page", () => {
  const refusedOn = async (pasted: string): Promise<void> => {
    const seen = await pasting(service, pasted);
    expect(seen).toMatchObject({ status: 422, location: null });
    expect(seen.text).toContain("This token is mistyped, expired or revoked. Check it and try again.");
    if (pasted !== "") expect(seen.text).not.toContain(pasted);
    expect(JSON.stringify([...seen.headers])).not.toContain(pasted === "" ? "mcp_" : pasted);
  };

  test("never echoes a refused token", async () => {
    const revoked = await aToken(service, token.accounts);
    await service.sql("update agent_tokens set revoked_at = now() where id = $1", [revoked.id]);
    const expired = await aToken(service, token.accounts, { expiresAt: Date.now() + 3_600_000 });
    await service.sql("update agent_tokens set expires_at = now() where id = $1", [expired.id]);
    const wrong = [
      revoked.token,
      expired.token,
      `mcp_${"0".repeat(43)}`,
      "mcp_<script>",
      '"><b>',
      "",
      `${token.token}x`,
    ];
    for (const pasted of wrong) await refusedOn(pasted);
  });

  test("refuses a token that reaches no open account, on the page and in the exchange", async () => {
    const account = await service.anAccount();
    const closing = await aToken(service, [account]);
    const code = await aCode(service, closing.token);
    await service.sql("update accounts set closed_at = now() where id = $1", [account]);
    await refusedOn(closing.token);
    expect(await exchanging(service.url, { code })).toMatchObject({ status: 400, json: { error: "invalid_grant" } });
  });

  test("ignores spaces around a valid token", async () => {
    expect((await pasting(service, ` ${token.token}\n`)).status).toBe(303);
  });

  test("refuses a form of another browser, even with a valid token", async () => {
    const stranger = new PlainBrowser(service.url);
    const seen = await stranger.post("/mcp/oauth/authorize", { ...request(), token: token.token });
    expect(seen).toMatchObject({ status: 403, location: null });
    expect(seen.text).not.toContain(token.token);
    await stranger.get(path());
    expect(
      (await stranger.post("/mcp/oauth/authorize", { ...request(), token: token.token, csrf_token: "AAAA" })).status,
    ).toBe(403);
  });

  test("makes a client wait after too many attempts", async () => {
    const browser = new PlainBrowser(await anotherService(service));
    await browser.get(path());
    const csrf = browser.csrfToken();
    const statuses = await Promise.all(
      Array.from({ length: 301 }, () =>
        browser
          .post("/mcp/oauth/authorize", { ...request(), csrf_token: csrf, token: "mcp_x" })
          .then(({ status }) => status),
      ),
    );
    expect(statuses.filter((status) => status === 422)).toHaveLength(300);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  });
});

describe("the code", () => {
  test("yields the pasted token as the access token", async () => {
    const { status, headers, json } = await exchanging(service.url, { code: await aCode(service, token.token) });
    expect({ status, json }).toEqual({ status: 200, json: { access_token: token.token, token_type: "Bearer" } });
    expect(headers.get("cache-control")).toBe("no-store");
    expect((await new WireAgent(service.url, String(json.access_token)).initialize()).status).toBe(200);
  });

  test("Tokens are issued on request only: a whole sign-in makes none", async () => {
    const tokens = async () => (await service.sql("select count(*)::integer from agent_tokens"))[0]?.count;
    const before = await tokens();
    expect((await exchanging(service.url, { code: await aCode(service, token.token) })).json.access_token).toBe(
      token.token,
    );
    expect(await tokens()).toBe(before);
  });

  test("No separate password, client id or client secret exists, and the page does not ask for an account login", async () => {
    const { status, text } = await new PlainBrowser(service.url).get(path({ client_id: undefined }));
    expect(status).toBe(200);
    expect([...text.matchAll(/<label for="(\w+)"/g)].map(([, name]) => name)).toEqual(["token"]);
    expect(text).not.toMatch(/sign_in|e-?mail/i);
  });

  test("reports when the token expires, if it does", async () => {
    const dated = await aToken(service, token.accounts, { expiresAt: Date.now() + 3_600_000 });
    const { location } = await pasting(service, dated.token);
    const { json } = await exchanging(service.url, { code: new URL(location ?? "").searchParams.get("code") ?? "" });
    expect(json).toMatchObject({ access_token: dated.token });
    expect(Number(json.expires_in)).toBeGreaterThan(3500);
    expect(Number(json.expires_in)).toBeLessThanOrEqual(3600);
  });

  const refused = (sentence: RegExp) => ({
    status: 400,
    json: { error: "invalid_grant", error_description: expect.stringMatching(sentence) },
  });

  test("works once: a replay yields nothing", async () => {
    const code = await aCode(service, token.token);
    expect((await exchanging(service.url, { code })).status).toBe(200);
    expect(await exchanging(service.url, { code })).toMatchObject(refused(/unknown, expired or already used/));
  });

  test("works once for concurrent exchanges at any process", async () => {
    const elsewhere = await anotherService(service);
    for (let round = 0; round < 5; round++) {
      const code = await aCode(service, token.token);
      const outcomes = await Promise.all(
        Array.from({ length: 8 }, (_, index) => exchanging(index % 2 ? elsewhere : service.url, { code })),
      );
      expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(1);
    }
  });

  test("expires after 60 seconds", async () => {
    const code = await aCode(service, token.token);
    const [row] = await service.sql(
      "select expires_at - created_at between interval '59 seconds' and interval '60 seconds' as good from agent_codes where digest = sha256($1::bytea)",
      [code],
    );
    expect(row).toEqual({ good: true });
    await service.sql("update agent_codes set expires_at = now() where digest = sha256($1::bytea)", [code]);
    expect(await exchanging(service.url, { code })).toMatchObject(refused(/expired/));
  });

  test.each<[string, Record<string, string | undefined>, RegExp]>([
    ["a wrong verifier", { code_verifier: randomBytes(32).toString("base64url") }, /code_verifier does not match/],
    ["the challenge as the verifier", { code_verifier: challenge }, /code_verifier does not match/],
    ["a verifier that is none", { code_verifier: "short" }, /code_verifier does not match/],
    ["another redirect URI", { redirect_uri: "http://127.0.0.1:9/" }, /redirect_uri does not match/],
    ["another client", { client_id: "agent-2" }, /another client_id/],
  ])("yields nothing with %s, and is consumed", async (_, more, sentence) => {
    const code = await aCode(service, token.token);
    expect(await exchanging(service.url, { code, ...more })).toMatchObject(refused(sentence));
    expect(await exchanging(service.url, { code })).toMatchObject(refused(/already used/));
  });

  test.each<[string, Record<string, string | undefined>, string]>([
    ["no verifier", { code_verifier: undefined }, "invalid_request"],
    ["no redirect URI", { redirect_uri: undefined }, "invalid_request"],
    ["no code", { code: undefined }, "invalid_request"],
    ["another grant", { grant_type: "refresh_token" }, "unsupported_grant_type"],
  ])("with %s is not even looked at", async (_, more, error) => {
    const code = await aCode(service, token.token);
    expect((await exchanging(service.url, { code, ...more })).json.error).toBe(error);
    expect((await exchanging(service.url, { code })).status).toBe(200);
  });

  test("needs no client id", async () => {
    const code = await aCode(service, token.token, { client_id: undefined });
    expect((await exchanging(service.url, { code, client_id: "" })).json.access_token).toBe(token.token);
    expect(
      (
        await exchanging(service.url, {
          code: await aCode(service, token.token, { client_id: "" }),
          client_id: undefined,
        })
      ).status,
    ).toBe(200);
  });

  test("yields nothing when the token was revoked meanwhile", async () => {
    const short = await aToken(service, token.accounts);
    const { location } = await pasting(service, short.token);
    const code = new URL(location ?? "").searchParams.get("code") ?? "";
    await service.sql("update agent_tokens set revoked_at = now() where id = $1", [short.id]);
    expect(await exchanging(service.url, { code })).toMatchObject(refused(/has expired or was revoked/));
  });

  test("is stored as a digest with the sealed token, which is erased after use", async () => {
    const code = await aCode(service, token.token);
    const rows = await service.sql("select t::text as text, sealed_token is not null as sealed from agent_codes as t");
    for (const { text } of rows) {
      expect(text).not.toContain(code);
      expect(text).not.toContain(Buffer.from(token.token).toString("hex"));
    }
    await exchanging(service.url, { code });
    expect(await service.sql("select sealed_token from agent_codes where digest = sha256($1::bytea)", [code])).toEqual([
      { sealed_token: null },
    ]);
  });

  test("is deleted by the job after it expires", async () => {
    const [old, fresh] = [await aCode(service, token.token), await aCode(service, token.token)];
    await service.sql("update agent_codes set expires_at = now() where digest = sha256($1::bytea)", [old]);
    await service.database.read({ text: "select forget_ended_agent_sessions()" }, []);
    const left = async (code: string) =>
      (await service.sql("select from agent_codes where digest = sha256($1::bytea)", [code])).length;
    expect([await left(old), await left(fresh)]).toEqual([0, 1]);
  });
});
