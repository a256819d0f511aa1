import { expect, test } from "vitest";
import { readConfig } from "../../src/app/config.ts";
import { aDatabaseUrl, plainSettings, Service } from "../start/service.ts";

const listed = ["https://agents.example/callback", "https://other.example/back?a=b"];

test("ROOST_AGENT_REDIRECT_URIS is separated by commas or spaces and empty by default", () => {
  const uris = (value?: string) =>
    readConfig({ ROOST_TLS: "off", ...(value === undefined ? {} : { ROOST_AGENT_REDIRECT_URIS: value }) })
      .agentRedirectUris;
  expect(uris()).toEqual([]);
  expect(uris(listed.join(", "))).toEqual(listed);
  expect(uris(` ${listed.join(" ")},`)).toEqual(listed);
});

test("lists private schemes of desktop programs verbatim, and origins likewise", () => {
  const program = "cursor://agent.example/oauth/callback";
  const settings = { ROOST_TLS: "off", ROOST_AGENT_REDIRECT_URIS: `${listed[0]} ${program}` };
  expect(readConfig(settings).agentRedirectUris).toEqual([listed[0], program]);
  const origins = (value: string) => readConfig({ ROOST_TLS: "off", ROOST_AGENT_ORIGINS: value }).agentOrigins;
  expect(readConfig({ ROOST_TLS: "off" }).agentOrigins).toEqual([]);
  expect(origins("https://a.example, vscode-file://app http://localhost:6274")).toEqual([
    ...["https://a.example", "vscode-file://app", "http://localhost:6274"],
  ]);
  for (const wrong of [
    "https://a.example/",
    "https://a.example:443",
    "https://A.example",
    "a.example",
    "*",
    "null",
    "https://*.example",
  ])
    expect(() => origins(wrong), wrong).toThrow("ROOST_AGENT_ORIGINS contains");
});

test("the service allows sign-ins to listed redirect URIs only", async () => {
  const settings = await plainSettings();
  const agents = { ROOST_AGENT_REDIRECT_URIS: listed.join(",") };
  await new Service({ ...settings, ...agents, DATABASE_URL: await aDatabaseUrl() }).ready();
  const at = async (uri: string) => {
    const query = new URLSearchParams({
      response_type: "code",
      redirect_uri: uri,
      code_challenge: "A".repeat(43),
      code_challenge_method: "S256",
    });
    return (await fetch(`http://localhost:${settings.ROOST_HTTP_PORT}/mcp/oauth/authorize?${query}`)).status;
  };
  expect(await Promise.all(listed.map(at))).toEqual([200, 200]);
  expect(await Promise.all([`${listed[0]}/`, "https://evil.example/"].map(at))).toEqual([400, 400]);
  const health = await fetch(`http://localhost:${settings.ROOST_HTTP_PORT}/mcp/health`);
  expect(await health.json()).toMatchObject({ status: "ok", server: "roost" });
});
