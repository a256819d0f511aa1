import { beforeAll, describe, expect, test } from "vitest";
import { baseUrl, useSharedService } from "../harness/service.ts";
import { PlainBrowser } from "../web/plain-browser.ts";
import { aToken, type TestToken } from "./fixture.ts";
import { aCode, exchanging, issuer, loopback, path, verifier } from "./sign-in.ts";

/** The connector's endpoints besides the page: metadata, registration and token (agent.md, Connector sign-in). */
const service = useSharedService();

let token: TestToken;
beforeAll(async () => {
  token = await aToken(service, [await service.anAccount()]);
});

describe("the connector's endpoints", () => {
  test("registration returns an id and stores nothing", async () => {
    const stored = () =>
      service.sql(
        "select (select count(*) from agent_tokens) as tokens, (select count(*) from agent_codes) as codes, (select count(*) from agent_sessions) as sessions, (select count(*) from applications) as applications",
      );
    const before = await stored();
    const register = async (body: string, type = "application/json") =>
      fetch(`${service.url}/mcp/oauth/register`, { method: "POST", headers: { "content-type": type }, body });
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

  test("the token endpoint accepts forms by POST and ignores the query", async () => {
    const code = await aCode(service, token.token);
    const query = new URLSearchParams({
      grant_type: "authorization_code",
      code,
      redirect_uri: loopback,
      code_verifier: verifier,
    });
    const url = `${service.url}/mcp/oauth/token`;
    expect((await fetch(`${url}?${query}`, { method: "POST" })).status).toBe(400);
    expect((await fetch(`${url}?${query}`)).status).toBe(405);
    expect((await exchanging(service.url, { code })).status).toBe(200);
  });

  test("serves the metadata at each of its paths", async () => {
    const at = async (where: string) => (await fetch(service.url + where)).json();
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
    // The API has a different OAuth provider.
    expect(await at("/.well-known/oauth-authorization-server")).toMatchObject({ issuer: baseUrl });
  });

  test("the page forbids framing, caching and scripts, and leads only to its redirect URI", async () => {
    const { headers, text } = await new PlainBrowser(service.url).get(path());
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-security-policy": expect.stringContaining("form-action 'self' http://127.0.0.1:4321;"),
      "x-frame-options": "DENY",
      "referrer-policy": "no-referrer",
      "cache-control": "no-store",
    });
    expect(text).not.toMatch(/<script|<style|\son\w+=|\sstyle=|javascript:/i);
    expect(text).toContain("<strong>127.0.0.1:4321</strong>");
    const hidden = await new PlainBrowser(service.url).get(path({ state: '"><script>' }));
    expect(hidden.text).not.toContain("<script>");
  });
});
