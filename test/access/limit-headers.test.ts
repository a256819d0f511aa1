import { describe, expect, test } from "vitest";
import { routes } from "../../src/app/registry.ts";
import { ApiClient, errorsOf } from "../harness/client.ts";
import { useService } from "../harness/service.ts";

/** service.md, Limits: rate-limit headers on every response, on both interfaces. */
const service = useService();
const aManager = async () => service.aClient(await service.anAccount());

function expectBudget(headers: Headers, where: string): void {
  for (const name of ["limit", "remaining", "reset"])
    expect(headers.get(`x-ratelimit-${name}`), `${where}: ${name}`).toMatch(/^\d+$/);
}

describe("the rate-limit headers", () => {
  const requests: [method: string, path: string, headers?: Record<string, string>][] = [
    ["GET", "/api/v3"],
    ["GET", "/api/v3/"],
    ["GET", "/api/v3/openapi.json"],
    ["HEAD", "/api/v3/openapi.json"],
    ["POST", "/api/v3/openapi.json"],
    ["GET", "/api/v3/nothing"],
    ["DELETE", "/api/v3/rentals"],
    ["GET", "/api/v3/rentals/%zz"],
    ["GET", "/api/v3/rentals/999999"],
    ["GET", "/api/v3/rentals?colour=red"],
    ["GET", "/api/v3/rentals", { accept: "text/html" }],
    ["GET", `/api/v3/rentals?fields=${"a".repeat(66_000)}`],
    ["POST", "/api/v3/rentals", { "content-type": "text/plain" }],
    ["POST", "/api/v3/bulk", { "content-type": "application/json" }],
    ["OPTIONS", "/api/v3/rentals"],
    ["OPTIONS", "/api/v3/nothing"],
    ["OPTIONS", "/api/v3/rentals", { origin: "https://a.example", "access-control-request-method": "GET" }],
    ["GET", "/mcp/health"],
    ["HEAD", "/mcp/health"],
    ["GET", "/mcp"],
    ["POST", "/mcp"],
    ["OPTIONS", "/mcp"],
    ["GET", "/mcp/nothing"],
  ];

  test.each(requests.map(([method, path, headers]) => ({ method, path, headers, shown: path.slice(0, 60) })))(
    "stand on the answer to $method $shown, with a token and without",
    async ({ method, path, headers }) => {
      const { token } = await aManager();
      for (const authorization of [{}, { authorization: `Bearer ${token}` }, { authorization: "Bearer nobody" }]) {
        const body = method === "POST" ? { body: "{}" } : {};
        const answer = await fetch(service.url + path, { method, headers: { ...headers, ...authorization }, ...body });
        expectBudget(answer.headers, `${answer.status}`);
        expect(answer.headers.has("retry-after")).toBe(false);
      }
    },
  );

  test("the OpenAPI document's limit headers are those of the requesting token, which is charged for it", async () => {
    const client = await aManager();
    const first = await client.get("/openapi.json");
    const second = await client.get("/openapi.json");
    expect(first.headers.get("x-ratelimit-limit")).toBe("1000");
    expect(Number(second.headers.get("x-ratelimit-remaining"))).toBe(
      Number(first.headers.get("x-ratelimit-remaining")) - 1,
    );
  });
});

describe("requests that are neither counted nor refused", () => {
  const crowded = useService();

  test("include the agent endpoint's health and preflights, even after the anonymous limit is used up", async () => {
    const preflight = {
      method: "OPTIONS",
      headers: { origin: "https://a.example", "access-control-request-method": "GET" },
    };
    const left = async () => {
      const answers = [
        await fetch(`${crowded.url}/mcp/health`),
        await fetch(`${crowded.url}/api/v3/rentals`, preflight),
      ];
      for (const { status, headers } of answers) {
        expect(status).toBeLessThan(300);
        expectBudget(headers, String(status));
      }
      return answers.map(({ headers }) => Number(headers.get("x-ratelimit-remaining")));
    };
    const before = await left();
    expect(await left()).toEqual(before);
    const stranger = new ApiClient(crowded.url, undefined);
    for (let status = 401; status === 401; ) status = (await stranger.get("/rentals")).status;
    for (let status = 401; status === 401; ) status = (await fetch(`${crowded.url}/mcp`, { method: "POST" })).status;
    expect((await stranger.get("/rentals")).status).toBe(429);
    expect(await left()).toEqual([0, 0]);
  });
});

describe("OPTIONS without a preflight", () => {
  test("returns the allowed methods of every path", async () => {
    const client = await aManager();
    const paths = new Set(routes.map(({ path }) => path));
    for (const path of [...paths].slice(0, 20)) {
      const taken = routes.filter((route) => route.path === path).map(({ method }) => method);
      const answer = await client.send("OPTIONS", path.replace(/:[a-z_]+/g, "1"));
      expect([answer.status, answer.text]).toEqual([204, ""]);
      const allowed = answer.headers.get("allow")?.split(", ") ?? [];
      expect(allowed).toEqual(expect.arrayContaining([...taken, "OPTIONS"]));
      expect(allowed.includes("HEAD")).toBe(allowed.includes("GET"));
    }
    const document = await client.send("OPTIONS", "/openapi.json");
    expect([document.status, document.headers.get("allow")]).toEqual([204, "GET, HEAD, OPTIONS"]);
  });

  test("returns a JSON 404 for an unknown path", async () => {
    for (const headers of [{}, { origin: "https://a.example" }, { "access-control-request-method": "GET" }]) {
      const answer = await (await aManager()).send("OPTIONS", "/nothing", undefined, headers);
      expect(answer.status).toBe(404);
      expect(answer.headers.get("content-type")).toBe("application/vnd.api+json; charset=utf-8");
      expect(errorsOf(answer)).toEqual([{ code: "not_found", details: "Path not found." }]);
    }
  });
});
