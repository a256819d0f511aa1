import { beforeAll, describe, expect, test } from "vitest";
import { listedRedirectProblem, redirectTarget } from "../../src/interfaces/mcp/connector/redirect-policy.ts";
import { agentProgramUri, agentRedirectUri, useSharedService } from "../harness/service.ts";
import { PlainBrowser } from "../web/plain-browser.ts";
import { aToken, type TestToken } from "./fixture.ts";
import { aCode, exchanging, issuer, loopback, pasting, path, request } from "./sign-in.ts";

/** Attacks the redirect policy of the connector sign-in (agent.md, Connector sign-in). */
const service = useSharedService();

let token: TestToken;
beforeAll(async () => {
  token = await aToken(service, [await service.anAccount()]);
});

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
    const seen = await new PlainBrowser(service.url).get(path({ redirect_uri: uri }));
    expect(seen.status).toBe(200);
    expect(seen.text).toContain('name="token"');
    const { location } = await pasting(service, token.token, { redirect_uri: uri });
    expect(location?.startsWith(new URL(uri).href.replace(/\/$/, ""))).toBe(true);
  });
});

/** Redirect addresses that the policy must refuse. */
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
  // The redirect adds these parameters itself. A client that receives two could use the wrong one.
  ...["code=1", "a=b&code=", "state=x", "iss=https%3A%2F%2Fevil.example", "%63ode=1", "c%6fde", "error=no"].map(
    (query) => `${loopback}?${query}`,
  ),
  `${agentProgramUri}&code=1`,
  `${agentProgramUri}/`,
  agentProgramUri.toUpperCase(),
  "editor://agent.example/oauth/callback",
  "other-editor://agent.example/oauth/callback?window=7",
];

describe("refuses any other redirect URI on the page, before it asks for the token", () => {
  const codes = async () => (await service.sql("select count(*)::integer from agent_codes"))[0]?.count;

  test.each(hostile)("%j", async (uri) => {
    const before = await codes();
    const browser = new PlainBrowser(service.url);
    for (const seen of [
      await browser.get(path({ redirect_uri: uri })),
      await pasting(service, token.token, { redirect_uri: uri }, browser),
    ]) {
      expect(seen).toMatchObject({ status: 400, location: null });
      // The service refuses NUL before it reads the redirect URI.
      expect(seen.text).toContain(uri.includes("\0") ? "Error 400" : "Redirect address not allowed");
      expect(seen.text).not.toContain("<form");
      expect(seen.text).not.toContain("evil.example");
      expect(seen.headers.get("content-security-policy")).toContain("form-action 'self';");
    }
    expect(await codes()).toBe(before);
  });

  test("refuses a missing or repeated redirect URI", async () => {
    const browser = new PlainBrowser(service.url);
    expect((await browser.get(path({ redirect_uri: undefined }))).status).toBe(400);
    expect((await browser.get(`${path()}&redirect_uri=${encodeURIComponent("http://localhost/")}`)).status).toBe(400);
    expect((await browser.get("/mcp/oauth/authorize")).status).toBe(400);
  });

  test("checks the redirect URI again when the form is submitted", async () => {
    const browser = new PlainBrowser(service.url);
    await browser.get(path());
    for (const uri of hostile) {
      const seen = await browser.post("/mcp/oauth/authorize", {
        ...request({ redirect_uri: uri }),
        token: token.token,
      });
      expect(seen, uri).toMatchObject({ status: 400, location: null });
    }
  });

  test("every accepted redirect URI leads to this machine or is on the list", () => {
    for (const uri of hostile)
      expect(
        redirectTarget(
          uri,
          [agentRedirectUri, agentProgramUri, uri].filter(
            (listed) => /[?&](code|state|iss)=/.test(listed) || listed !== uri,
          ),
        ),
      ).toBeUndefined();
    expect(redirectTarget("http://127.1/a", [])).toBe("http://127.0.0.1/a");
    expect(redirectTarget("http://0x7f000001:99/", [])).toBe("http://127.0.0.1:99/");
  });
});

describe("the private scheme of a program on the list", () => {
  test("returns each parameter exactly once, and the page names the program that gets the token", async () => {
    const seen = await new PlainBrowser(service.url).get(path({ redirect_uri: agentProgramUri }));
    expect(seen.status).toBe(200);
    expect(seen.text).toContain("the program on this device that opens editor:// links");
    expect(seen.headers.get("content-security-policy")).toContain("form-action 'self' editor:;");
    const { status, location } = await pasting(service, token.token, { redirect_uri: agentProgramUri });
    expect(status).toBe(303);
    expect(location?.startsWith(`${agentProgramUri}&`)).toBe(true);
    const came = [...new URL(location ?? "").searchParams];
    expect(came.map(([name]) => name).sort()).toEqual(["code", "iss", "state", "window"]);
    const code = await aCode(service, token.token, { redirect_uri: agentProgramUri });
    const exchanged = await exchanging(service.url, { code, redirect_uri: agentProgramUri });
    expect([exchanged.status, exchanged.json.access_token]).toEqual([200, token.token]);
  });

  test("must be listed exactly and must not be a scheme that browsers handle", () => {
    for (const uri of [
      agentProgramUri,
      "com.example.app:/back",
      "https://a.example/back?b=c",
      "cursor://anysphere/callback",
    ])
      expect(listedRedirectProblem(uri), uri).toBeUndefined();
    for (const uri of [
      ...[
        "javascript:alert(1)",
        "javascript://%0aalert(1)",
        "data:/text",
        "file:///etc/passwd",
        "http://a.example/",
        "ws://a/",
      ],
      ...[
        "blob:https://a.example/1",
        "intent://a/#Intent",
        "view-source:https://a",
        "urn:ietf:wg:oauth:2.0:oob",
        "about:/blank",
      ],
      ...[
        "editor://*/",
        "editor://a#b",
        "editor://user@a/",
        "editor://a b/",
        "editor://a?code=1",
        "editor:",
        "Editor://a",
        "",
      ],
      `editor://${"a".repeat(2000)}`,
    ])
      expect(listedRedirectProblem(uri), uri).toMatch(/^(must|is too long)/);
  });
});

describe("reports any other error to the client, with its state and the issuer", () => {
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
    const seen = await new PlainBrowser(service.url).get(path(more));
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

  test("reports that the user declined", async () => {
    const browser = new PlainBrowser(service.url);
    await browser.get(path());
    const { status, location } = await browser.post("/mcp/oauth/authorize", { ...request(), decision: "deny" });
    expect(status).toBe(303);
    expect(new URL(location ?? "").searchParams.get("error")).toBe("access_denied");
  });
});
