import { beforeAll, expect, test } from "vitest";
import { agentOrigin, baseUrl, useSharedService } from "../harness/service.ts";
import { anAgent, aToken, errorIn, type TestToken, type WireAgent } from "./fixture.ts";

/** agent.md, Origin: a foreign page cannot call the endpoint, whatever host name served the page. */
const service = useSharedService();

let token: TestToken;
let agent: WireAgent;

beforeAll(async () => {
  token = await aToken(service, [await service.anAccount()]);
  agent = await anAgent(service, token);
});

const foreign = [
  "https://evil.example",
  "null",
  "",
  `${baseUrl}.evil.example`,
  `${baseUrl}:8443`,
  `${baseUrl}/`,
  baseUrl.replace("https:", "http:"),
  baseUrl.toUpperCase(),
  `${agentOrigin}, ${baseUrl}`,
  "http://localhost:3000",
];

test.each(foreign)("refuses the origin %j with a valid token and every method", async (origin) => {
  const answers = [
    await agent.request("ping", undefined, { origin }),
    await agent.request("initialize", { protocolVersion: "2025-06-18" }, { origin }),
    ...(await Promise.all(["GET", "DELETE", "OPTIONS"].map((method) => agent.send(method, { headers: { origin } })))),
  ];
  for (const answer of answers) {
    expect(answer.status).toBe(403);
    expect(errorIn(answer)).toEqual({
      code: -32600,
      message: expect.stringMatching(/^Invalid request: the origin .* is not allowed/),
    });
    expect(answer.headers.get("mcp-session-id")).toBeNull();
    expect(answer.headers.get("x-request-id")).not.toBeNull();
  }
  for (const path of ["/mcp/health", "/mcp/nothing"]) {
    for (const method of ["GET", "POST"]) {
      const answer = await fetch(service.url + path, { method, headers: { origin } });
      expect(answer.status, `${method} ${path}`).toBe(403);
      expect(await answer.json()).toMatchObject({ error: { code: -32600 } });
    }
  }
  // The session still exists: the refused request had no effect.
  expect((await agent.request("ping")).status).toBe(200);
});

test("accepts the service's own origin, a listed origin and no origin", async () => {
  for (const origin of [baseUrl, agentOrigin]) {
    expect((await agent.request("ping", undefined, { origin })).status).toBe(200);
    expect((await fetch(`${service.url}/mcp/health`, { headers: { origin } })).status).toBe(200);
    expect((await fetch(`${service.url}/mcp/nothing`, { headers: { origin } })).status).toBe(404);
  }
  expect((await agent.request("ping")).status).toBe(200);
});
