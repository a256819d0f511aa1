import { createHash, randomBytes } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { redirectTarget } from "../../src/agent/connector/redirect-policy.ts";
import { anotherService } from "../access/services.ts";
import { Visitor, type Seen } from "../oauth-pages/visitor.ts";
import { agentRedirectUri, baseUrl, useHouse } from "../harness/house.ts";
import { aToken, type TestToken, WireAgent } from "./world.ts";

/** The connector sign-in under attack (agent.md, Connector sign-in). */
const house = useHouse();
const issuer = `${baseUrl}/mcp`;

let token: TestToken;
beforeAll(async () => {
  token = await aToken(house, [await house.anAccount()]);
});

const verifier = randomBytes(32).toString("base64url");
const challenge = createHash("sha256").update(verifier).digest("base64url");
const loopback = "http://127.0.0.1:4321/callback";

const request = (more: Record<string, string | undefined> = {}): Record<string, string> => {
  const all = {
    response_type: "code",
    client_id: "agent-1",
    redirect_uri: loopback,
    code_challenge: challenge,
    code_challenge_method: "S256",
    state: "a state",
    ...more,
  };
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
};
const path = (more: Record<string, string | undefined> = {}) =>
  `/mcp/oauth/authorize?${new URLSearchParams(request(more))}`;

/** Opens the page and pastes a token. */
async function pasting(
  pasted: string,
  more: Record<string, string | undefined> = {},
  visitor = new Visitor(house.url),
): Promise<Seen> {
  await visitor.get(path(more));
  return visitor.post("/mcp/oauth/authorize", { ...request(more), token: pasted });
}

async function aCode(more: Record<string, string | undefined> = {}): Promise<string> {
  const { location } = await pasting(token.token, more);
  return new URL(location ?? "").searchParams.get("code") ?? "";
}

interface Exchange {
  readonly status: number;
  readonly headers: Headers;
  readonly json: Record<string, unknown>;
}

async function exchanging(more: Record<string, string | undefined>, url = house.url): Promise<Exchange> {
  const all = {
    grant_type: "authorization_code",
    client_id: "agent-1",
    redirect_uri: loopback,
    code_verifier: verifier,
    ...more,
  };
  const body = new URLSearchParams();
  for (const [name, value] of Object.entries(all)) if (value !== undefined) body.set(name, value);
  const response = await fetch(`${url}/mcp/oauth/token`, { method: "POST", body });
  return { status: response.status, headers: response.headers, json: Object(await response.json()) };
}

describe("a redirect URI is accepted when it is on the configured exact-match list or a loopback address", () => {
  test.each([
    "http://127.0.0.1/",
    "http://127.0.0.1:1/callback",
    "http://127.9.8.7:8080/a?b=c",
    "http://localhost:3000/oauth/callback",
    "http://LOCALHOST:3000/",
    "http://[::1]:9000/callback",
    "https://127.0.0.1:8443/",
    "http://127.0.0.1:80/@evil.example",
    agentRedirectUri,
  ])("%s", async (uri) => {
    const seen = await new Visitor(house.url).get(path({ redirect_uri: uri }));
    expect(seen.status).toBe(200);
    expect(seen.text).toContain('name="token"');
    const { location } = await pasting(token.token, { redirect_uri: uri });
    expect(location?.startsWith(new URL(uri).href.replace(/\/$/, ""))).toBe(true);
  });
});

/** What must not be redirected to, whatever its makers hope for. */
const hostile = [
  "http://127.0.0.1@evil.example/",
  "http://127.0.0.1:80@evil.example/",
  "http://localhost@evil.example/",
  "http://user:pass@127.0.0.1/",
  "http://user@localhost/",
  "http://127.0.0.1.evil.example/",
  "http://localhost.evil.example/",
  "http://evil-localhost/",
  "http://localhosts/",
  "http://xlocalhost/",
  "http://lоcalhost/",
  "http://127.0.0.1%2eevil.example/",
  "http://[::ffff:127.0.0.1]/",
  "http://[::2]/",
  "http://0.0.0.0/",
  "http://128.0.0.1/",
  "http://evil.example/?http://127.0.0.1/",
  "http://evil.example#127.0.0.1/",
  "http://evil.example/127.0.0.1/",
  "http://127.0.0.1/#fragment",
  "http://127.0.0.1/callback#",
  "http://127.0.0.1\\@evil.example/",
  "http://127.0.0.1/\\evil.example",
  "http:\\\\127.0.0.1\\",
  "http:127.0.0.1/",
  "//127.0.0.1/",
  "/callback",
  "127.0.0.1:80",
  " http://127.0.0.1/",
  "http://127.0.0.1/ x",
  "http://127.0.0.1/\r\nlocation: http://evil.example",
  "http://127.0.0.1/\u0000",
  "javascript:alert(1)//127.0.0.1/",
  "data:text/html,http://127.0.0.1/",
  "file://127.0.0.1/etc/passwd",
  "ftp://127.0.0.1/",
  "ws://127.0.0.1/",
  "urn:ietf:wg:oauth:2.0:oob",
  "app://127.0.0.1/",
  "https://evil.example/callback",
  `${agentRedirectUri}/`,
  `${agentRedirectUri}?a=b`,
  `${agentRedirectUri}#`,
  `${agentRedirectUri}.evil.example`,
  agentRedirectUri.toUpperCase(),
  agentRedirectUri.replace("https:", "http:"),
  agentRedirectUri.replace("https://", "https://user@"),
  `http://127.0.0.1/${"a".repeat(2000)}`,
  "http://",
  "",
];

describe("anything else is refused on the page, before the token is asked for", () => {
  const codes = async () => (await house.sql("select count(*)::integer from agent_codes"))[0]?.count;

  test.each(hostile)("%j", async (uri) => {
    const before = await codes();
    const visitor = new Visitor(house.url);
    for (const seen of [
      await visitor.get(path({ redirect_uri: uri })),
      await pasting(token.token, { redirect_uri: uri }, visitor),
    ]) {
      expect(seen).toMatchObject({ status: 400, location: null });
      expect(seen.text).toContain("That request was not right");
      expect(seen.text).not.toContain("<form");
      expect(seen.text).not.toContain("evil.example");
      expect(seen.headers.get("content-security-policy")).toContain("form-action 'self';");
    }
    expect(await codes()).toBe(before);
  });

  test("and so is one that is missing, or there twice", async () => {
    const visitor = new Visitor(house.url);
    expect((await visitor.get(path({ redirect_uri: undefined }))).status).toBe(400);
    expect((await visitor.get(`${path()}&redirect_uri=${encodeURIComponent("http://localhost/")}`)).status).toBe(400);
    expect((await visitor.get("/mcp/oauth/authorize")).status).toBe(400);
  });

  test("a request that is hostile in its form alone does not pass by the page that was shown", async () => {
    const visitor = new Visitor(house.url);
    await visitor.get(path());
    for (const uri of hostile) {
      const seen = await visitor.post("/mcp/oauth/authorize", {
        ...request({ redirect_uri: uri }),
        token: token.token,
      });
      expect(seen, uri).toMatchObject({ status: 400, location: null });
    }
  });

  test("whatever is let through leads to this machine or to the list", () => {
    for (const uri of hostile) expect(redirectTarget(uri, [agentRedirectUri])).toBeUndefined();
    expect(redirectTarget("http://127.1/a", [])).toBe("http://127.0.0.1/a");
    expect(redirectTarget("http://0x7f000001:99/", [])).toBe("http://127.0.0.1:99/");
  });
});

describe("what is wrong otherwise is told to the client, with its state and who says so", () => {
  test.each<[Record<string, string | undefined>, string]>([
    [{ response_type: "token" }, "unsupported_response_type"],
    [{ response_type: undefined }, "invalid_request"],
    [{ response_mode: "fragment" }, "invalid_request"],
    [{ code_challenge: undefined }, "invalid_request"],
    [{ code_challenge: "short" }, "invalid_request"],
    [{ code_challenge_method: "plain" }, "invalid_request"],
    [{ code_challenge_method: undefined }, "invalid_request"],
    [{ resource: "https://roost.test/api/v3" }, "invalid_target"],
    [{ resource: "https://evil.example/mcp" }, "invalid_target"],
    [{ client_id: "a".repeat(201) }, "invalid_request"],
  ])("%j", async (more, error) => {
    const seen = await new Visitor(house.url).get(path(more));
    expect(seen.status).toBe(303);
    const location = new URL(seen.location ?? "");
    expect(`${location.origin}${location.pathname}`).toBe(loopback);
    expect(Object.fromEntries(location.searchParams)).toEqual({
      error,
      error_description: expect.stringMatching(/^[\x20-\x7e]+$/),
      state: "a state",
      iss: issuer,
    });
  });

  test("also that the person did not want to", async () => {
    const visitor = new Visitor(house.url);
    await visitor.get(path());
    const { status, location } = await visitor.post("/mcp/oauth/authorize", { ...request(), decision: "deny" });
    expect(status).toBe(303);
    expect(new URL(location ?? "").searchParams.get("error")).toBe("access_denied");
  });
});

describe("wrong, expired or revoked tokens are refused on the page", () => {
  const refusedOn = async (pasted: string): Promise<void> => {
    const seen = await pasting(pasted);
    expect(seen).toMatchObject({ status: 422, location: null });
    expect(seen.text).toContain("This token cannot be used: it is mistyped, expired or revoked.");
    if (pasted !== "") expect(seen.text).not.toContain(pasted);
    expect(JSON.stringify([...seen.headers])).not.toContain(pasted === "" ? "mcp_" : pasted);
  };

  test("and never echoed", async () => {
    const revoked = await aToken(house, token.accounts);
    await house.sql("update agent_tokens set revoked_at = now() where id = $1", [revoked.id]);
    const expired = await aToken(house, token.accounts, { expiresAt: Date.now() + 60_000 });
    await house.sql("update agent_tokens set expires_at = now() where id = $1", [expired.id]);
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

  test("but a blank around a right one is nothing", async () => {
    expect((await pasting(` ${token.token}\n`)).status).toBe(303);
  });

  test("a form that was not shown to this browser is refused, with the right token as well", async () => {
    const stranger = new Visitor(house.url);
    const seen = await stranger.post("/mcp/oauth/authorize", { ...request(), token: token.token });
    expect(seen).toMatchObject({ status: 403, location: null });
    expect(seen.text).not.toContain(token.token);
    await stranger.get(path());
    expect(
      (await stranger.post("/mcp/oauth/authorize", { ...request(), token: token.token, csrf_token: "AAAA" })).status,
    ).toBe(403);
  });

  test("who tries too often has to wait", async () => {
    const visitor = new Visitor(await anotherService(house));
    await visitor.get(path());
    const csrf = visitor.csrfToken();
    const statuses = await Promise.all(
      Array.from({ length: 301 }, () =>
        visitor
          .post("/mcp/oauth/authorize", { ...request(), csrf_token: csrf, token: "mcp_x" })
          .then(({ status }) => status),
      ),
    );
    expect(statuses.filter((status) => status === 422)).toHaveLength(300);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  });
});

describe("the code", () => {
  test("gives the pasted token: it is the access token, and there is no other", async () => {
    const { status, headers, json } = await exchanging({ code: await aCode() });
    expect({ status, json }).toEqual({ status: 200, json: { access_token: token.token, token_type: "Bearer" } });
    expect(headers.get("cache-control")).toBe("no-store");
    expect((await new WireAgent(house.url, String(json.access_token)).initialize()).status).toBe(200);
  });

  test("Tokens are issued on request only: a whole sign-in makes none", async () => {
    const tokens = async () => (await house.sql("select count(*)::integer from agent_tokens"))[0]?.count;
    const before = await tokens();
    expect((await exchanging({ code: await aCode() })).json.access_token).toBe(token.token);
    expect(await tokens()).toBe(before);
  });

  test("No separate password, client id or client secret exists, and the page does not ask for an account login", async () => {
    const { status, text } = await new Visitor(house.url).get(path({ client_id: undefined }));
    expect(status).toBe(200);
    expect([...text.matchAll(/<label for="(\w+)"/g)].map(([, name]) => name)).toEqual(["token"]);
    expect(text).not.toMatch(/sign_in|e-?mail/i);
  });

  test("says when the token expires, if it does", async () => {
    const dated = await aToken(house, token.accounts, { expiresAt: Date.now() + 3_600_000 });
    const { location } = await pasting(dated.token);
    const { json } = await exchanging({ code: new URL(location ?? "").searchParams.get("code") ?? "" });
    expect(json).toMatchObject({ access_token: dated.token });
    expect(Number(json.expires_in)).toBeGreaterThan(3500);
    expect(Number(json.expires_in)).toBeLessThanOrEqual(3600);
  });

  const refused = (sentence: RegExp) => ({
    status: 400,
    json: { error: "invalid_grant", error_description: expect.stringMatching(sentence) },
  });

  test("is single-use: replayed, it gives nothing", async () => {
    const code = await aCode();
    expect((await exchanging({ code })).status).toBe(200);
    expect(await exchanging({ code })).toMatchObject(refused(/unknown, expired or used already/));
  });

  test("is single-use among those who bring it at the same moment, at any process", async () => {
    const elsewhere = await anotherService(house);
    for (let round = 0; round < 5; round++) {
      const code = await aCode();
      const outcomes = await Promise.all(
        Array.from({ length: 8 }, (_, place) => exchanging({ code }, place % 2 ? elsewhere : house.url)),
      );
      expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(1);
    }
  });

  test("lives 60 seconds", async () => {
    const code = await aCode();
    const [row] = await house.sql(
      "select expires_at - created_at between interval '59 seconds' and interval '60 seconds' as good from agent_codes where digest = sha256($1::bytea)",
      [code],
    );
    expect(row).toEqual({ good: true });
    await house.sql("update agent_codes set expires_at = now() where digest = sha256($1::bytea)", [code]);
    expect(await exchanging({ code })).toMatchObject(refused(/expired/));
  });

  test.each<[string, Record<string, string | undefined>, RegExp]>([
    ["a wrong verifier", { code_verifier: randomBytes(32).toString("base64url") }, /code_verifier does not fit/],
    ["the challenge as the verifier", { code_verifier: challenge }, /code_verifier does not fit/],
    ["a verifier that is none", { code_verifier: "short" }, /code_verifier does not fit/],
    ["another redirect URI", { redirect_uri: "http://127.0.0.1:9/" }, /redirect_uri is not the one/],
    ["another client", { client_id: "agent-2" }, /another client/],
  ])("with %s gives nothing, and is used up", async (_, more, sentence) => {
    const code = await aCode();
    expect(await exchanging({ code, ...more })).toMatchObject(refused(sentence));
    expect(await exchanging({ code })).toMatchObject(refused(/used already/));
  });

  test.each<[string, Record<string, string | undefined>, string]>([
    ["no verifier", { code_verifier: undefined }, "invalid_request"],
    ["no redirect URI", { redirect_uri: undefined }, "invalid_request"],
    ["no code", { code: undefined }, "invalid_request"],
    ["another grant", { grant_type: "refresh_token" }, "unsupported_grant_type"],
  ])("with %s is not even looked at", async (_, more, error) => {
    const code = await aCode();
    expect((await exchanging({ code, ...more })).json.error).toBe(error);
    expect((await exchanging({ code })).status).toBe(200);
  });

  test("needs no client id, as these fields stay empty", async () => {
    const code = await aCode({ client_id: undefined });
    expect((await exchanging({ code, client_id: "" })).json.access_token).toBe(token.token);
    expect((await exchanging({ code: await aCode({ client_id: "" }), client_id: undefined })).status).toBe(200);
  });

  test("gives nothing when the token was revoked meanwhile", async () => {
    const short = await aToken(house, token.accounts);
    const { location } = await pasting(short.token);
    const code = new URL(location ?? "").searchParams.get("code") ?? "";
    await house.sql("update agent_tokens set revoked_at = now() where id = $1", [short.id]);
    expect(await exchanging({ code })).toMatchObject(refused(/revoked since it was pasted/));
  });

  test("lies in the database as a digest, with the token sealed, and neither after its use", async () => {
    const code = await aCode();
    const rows = await house.sql("select t::text as text, sealed_token is not null as sealed from agent_codes as t");
    for (const { text } of rows) {
      expect(text).not.toContain(code);
      expect(text).not.toContain(Buffer.from(token.token).toString("hex"));
    }
    await exchanging({ code });
    expect(await house.sql("select sealed_token from agent_codes where digest = sha256($1::bytea)", [code])).toEqual([
      { sealed_token: null },
    ]);
  });

  test("is forgotten by the job once it is over", async () => {
    const [old, fresh] = [await aCode(), await aCode()];
    await house.sql("update agent_codes set expires_at = now() where digest = sha256($1::bytea)", [old]);
    await house.database.read({ text: "select forget_ended_agent_sessions()" }, []);
    const left = async (code: string) =>
      (await house.sql("select from agent_codes where digest = sha256($1::bytea)", [code])).length;
    expect([await left(old), await left(fresh)]).toEqual([0, 1]);
  });
});

describe("the endpoints beside the page", () => {
  test("registration returns an id and stores nothing", async () => {
    const stored = () =>
      house.sql(
        "select (select count(*) from agent_tokens) as tokens, (select count(*) from agent_codes) as codes, (select count(*) from agent_sessions) as sessions, (select count(*) from applications) as applications",
      );
    const before = await stored();
    const register = async (body: string, type = "application/json") =>
      fetch(`${house.url}/mcp/oauth/register`, { method: "POST", headers: { "content-type": type }, body });
    const answer = await register(JSON.stringify({ redirect_uris: [loopback], client_name: "An agent" }));
    expect(answer.status).toBe(201);
    expect(await answer.json()).toEqual({
      client_id: expect.stringMatching(/^agent-[0-9a-f]{32}$/),
      client_name: "An agent",
      redirect_uris: [loopback],
      token_endpoint_auth_method: "none",
      grant_types: ["authorization_code"],
      response_types: ["code"],
    });
    expect((await register("[]")).status).toBe(400);
    expect((await register("{")).status).toBe(400);
    expect((await register("a=b", "application/x-www-form-urlencoded")).status).toBe(400);
    expect(await stored()).toEqual(before);
  });

  test("the token endpoint takes forms by POST, and nothing from the query", async () => {
    const code = await aCode();
    const query = new URLSearchParams({
      grant_type: "authorization_code",
      code,
      redirect_uri: loopback,
      code_verifier: verifier,
    });
    const url = `${house.url}/mcp/oauth/token`;
    expect((await fetch(`${url}?${query}`, { method: "POST" })).status).toBe(400);
    expect((await fetch(`${url}?${query}`)).status).toBe(405);
    expect((await exchanging({ code })).status).toBe(200);
  });

  test("the metadata says where everything is, at each of its paths", async () => {
    const at = async (where: string) => (await fetch(house.url + where)).json();
    expect(await at("/.well-known/oauth-protected-resource/mcp")).toMatchObject({
      resource: issuer,
      authorization_servers: [issuer],
    });
    const metadata = {
      issuer,
      authorization_endpoint: `${issuer}/oauth/authorize`,
      token_endpoint: `${issuer}/oauth/token`,
      registration_endpoint: `${issuer}/oauth/register`,
      code_challenge_methods_supported: ["S256"],
      grant_types_supported: ["authorization_code"],
      token_endpoint_auth_methods_supported: ["none"],
    };
    for (const where of [
      "/.well-known/oauth-authorization-server/mcp",
      "/mcp/.well-known/oauth-authorization-server",
      "/mcp/.well-known/openid-configuration",
    ]) {
      expect(await at(where)).toMatchObject(metadata);
    }
    // The provider of the API is another one.
    expect(await at("/.well-known/oauth-authorization-server")).toMatchObject({ issuer: baseUrl });
  });

  test("the page is never framed, kept or run, and leads nowhere but to its redirect URI", async () => {
    const { headers, text } = await new Visitor(house.url).get(path());
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-security-policy": expect.stringContaining("form-action 'self' http://127.0.0.1:4321;"),
      "x-frame-options": "DENY",
      "referrer-policy": "no-referrer",
      "cache-control": "no-store",
    });
    expect(text).not.toMatch(/<script|<style|\son\w+=|\sstyle=|javascript:/i);
    expect(text).toContain("<strong>127.0.0.1:4321</strong>");
    const hidden = await new Visitor(house.url).get(path({ state: '"><script>' }));
    expect(hidden.text).not.toContain("<script>");
  });
});
