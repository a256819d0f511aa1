import { beforeEach, describe, expect, test, vi } from "vitest";
import { anotherService, aServiceProcess } from "../access/services.ts";
import { leadsTo } from "../harness/moments.ts";
import { useService } from "../harness/service.ts";
import { wellWithinTheHour } from "../harness/well-within.ts";
import { anAgent, aToken, type RpcAnswer, type TestToken, WireAgent } from "./fixture.ts";

/** service.md, Limits and Errors: the agent endpoint's hourly limit. */
const service = useService();

// A test that starts well within an hour ends before the limit resets.
vi.setConfig({ testTimeout: 60_000 });
beforeEach(wellWithinTheHour);

const limitsOf = ({ headers }: RpcAnswer) => ({
  limit: Number(headers.get("x-ratelimit-limit")),
  remaining: Number(headers.get("x-ratelimit-remaining")),
  reset: Number(headers.get("x-ratelimit-reset")),
});
const nextHour = () => (Math.floor(Date.now() / 3_600_000) + 1) * 3600;
const limited = async (limit: number): Promise<TestToken> => aToken(service, [await service.anAccount()], { limit });
const usedBy = async ({ id }: TestToken) =>
  (await service.sql("select used from agent_tokens where id = $1", [id]))[0]?.used;

/** Sends fifty at a time: a loaded machine cannot open a thousand connections within the client's ten-second timeout. */
async function inWaves(count: number, ask: () => Promise<RpcAnswer>): Promise<RpcAnswer[]> {
  const answers: RpcAnswer[] = [];
  while (answers.length < count) {
    const wave = Array.from({ length: Math.min(50, count - answers.length) }, ask);
    answers.push(...(await Promise.all(wave)));
  }
  return answers;
}

describe("1000 requests per hour per token", () => {
  test("is the default limit of a token", async () => {
    const token = await limited(1);
    await service.sql("update agent_tokens set rate_limit = default where id = $1", [token.id]);
    expect(limitsOf(await new WireAgent(service.url, token.token).initialize())).toEqual({
      limit: 1000,
      remaining: 999,
      reset: nextHour(),
    });
  });

  test("refuses the 1001st request", async () => {
    const token = await limited(1000);
    const agent = await anAgent(service, token);
    const answers = await inWaves(1000, () => agent.request("ping"));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(999);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
    // Each response reports a different remaining count.
    expect(new Set(answers.map((answer) => limitsOf(answer).remaining)).size).toBe(999);
  });

  test("sets the headers on every response, whatever its outcome", async () => {
    const token = await limited(9);
    const agent = await anAgent(service, token);
    const answers = [
      await agent.request("ping"),
      await agent.request("nope"),
      await agent.post("{"),
      await agent.post(JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })),
      await agent.send("GET"),
      await new WireAgent(service.url, token.token).request("ping"),
      await agent.send("DELETE"),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 400, 202, 405, 404, 204]);
    expect(answers.map(limitsOf)).toEqual(
      [7, 6, 5, 4, 3, 2, 1].map((remaining) => ({ limit: 9, remaining, reset: nextHour() })),
    );
    for (const { headers } of answers) expect(headers.get("retry-after")).toBeNull();
  });

  test("counts a batch as one request", async () => {
    const token = await limited(100);
    const agent = await anAgent(service, token);
    const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
    await agent.post(JSON.stringify(Array.from({ length: 50 }, () => ping)));
    expect(await usedBy(token)).toBe(2);
  });

  test("counts each token separately, and never the health check", async () => {
    const [first, second] = [await limited(1), await limited(1)];
    expect((await new WireAgent(service.url, first.token).initialize()).status).toBe(200);
    expect((await new WireAgent(service.url, first.token).initialize()).status).toBe(429);
    for (let count = 0; count < 3; count++)
      await fetch(`${service.url}/mcp/health`, { headers: { authorization: `Bearer ${second.token}` } });
    expect((await new WireAgent(service.url, second.token).initialize()).status).toBe(200);
  });
});

test("Agent endpoint rate limit exceeded: HTTP 429 and the JSON-RPC body, with Retry-After", async () => {
  const token = await limited(1);
  const agent = new WireAgent(service.url, token.token);
  await agent.initialize();
  const began = Date.now();
  for (const answer of [await agent.request("ping"), await agent.send("GET"), await agent.send("DELETE")]) {
    const seconds = Number(answer.headers.get("retry-after"));
    expect(answer.status).toBe(429);
    expect(answer.text).toBe(
      `{"jsonrpc":"2.0","id":null,"error":{"code":-32029,"message":"Rate limit exceeded. Retry after ${seconds}s."}}`,
    );
    expect(seconds).toBeGreaterThan(0);
    expect(leadsTo(nextHour(), seconds, began), String(seconds)).toBe(true);
    expect(limitsOf(answer)).toEqual({ limit: 1, remaining: 0, reset: nextHour() });
  }
});

describe("a fixed window, aligned to the UTC hour", () => {
  test("resets with the next hour", async () => {
    const token = await limited(2);
    const agent = await anAgent(service, token);
    await agent.request("ping");
    expect((await agent.request("ping")).status).toBe(429);
    await service.sql("update agent_tokens set window_starts_at = window_starts_at - interval '1 hour' where id = $1", [
      token.id,
    ]);
    expect(limitsOf(await agent.request("ping"))).toEqual({ limit: 2, remaining: 1, reset: nextHour() });
    const [row] = await service.sql(
      "select window_starts_at = date_trunc('hour', now(), 'UTC') as aligned, used from agent_tokens where id = $1",
      [token.id],
    );
    expect(row).toEqual({ aligned: true, used: 1 });
  });

  test("counts a request that waited past the hour in the next one", async () => {
    const token = await limited(10);
    const agent = await anAgent(service, token);
    await service.sql(
      "update agent_tokens set window_starts_at = window_starts_at + interval '1 hour', used = 3 where id = $1",
      [token.id],
    );
    await agent.request("ping");
    expect(await usedBy(token)).toBe(4);
  });
});

describe("the count is exact", () => {
  test("over several concurrent processes with mixed sessions and tokens", async () => {
    const tokens = [await limited(40), await limited(40), await limited(40)];
    const others = await Promise.all([aServiceProcess(service), aServiceProcess(service)]);
    const urls = [service.url, ...others.map(({ url }) => url)];
    const agents = await Promise.all(tokens.map((token) => anAgent(service, token)));
    const answers = await Promise.all(
      Array.from({ length: 180 }, (_, number) => {
        const agent = agents[number % 3];
        const url = urls[Math.floor(number / 3) % 3];
        if (!agent || url === undefined) throw new Error("No such agent.");
        return new WireAgent(url, undefined, agent.headers).request("ping");
      }),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3 * 39);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(180 - 3 * 39);
    for (const token of tokens) expect(await usedBy(token)).toBe(61);
  });

  test("across a restart", async () => {
    const token = await limited(3);
    const agent = await anAgent(service, token);
    await agent.request("ping");
    const restarted = new WireAgent(await anotherService(service), undefined, agent.headers);
    expect(limitsOf(await restarted.request("ping")).remaining).toBe(0);
    expect((await restarted.request("ping")).status).toBe(429);
  });

  test("across the crash of a process", async () => {
    const token = await limited(5);
    const process = await aServiceProcess(service);
    const agent = await anAgent(service, token);
    await new WireAgent(process.url, undefined, agent.headers).request("ping");
    await process.kill();
    expect(limitsOf(await agent.request("ping")).remaining).toBe(2);
  });
});

test("limits requests without a valid token by address", async () => {
  const url = await anotherService(service);
  const answers = await inWaves(301, () => new WireAgent(url, "mcp_x").request("ping"));
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(300);
  const [refused] = answers.filter(({ status }) => status === 429);
  expect(refused?.text).toContain('"code":-32029');
  expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan(0);
  // The limit does not affect requests with a valid token.
  expect((await new WireAgent(url, (await limited(10)).token).initialize()).status).toBe(200);
});
