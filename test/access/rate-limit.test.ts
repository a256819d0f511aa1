import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { type Answer, ApiClient, recordOf, recordsOf } from "../harness/client.ts";
import { aBookingsTag } from "../harness/factories.ts";
import { leadsTo } from "../harness/moments.ts";
import { useService } from "../harness/service.ts";
import { wellWithinTheHour } from "../harness/well-within.ts";
import { anotherService, aServiceProcess } from "./services.ts";

/** conventions.md, Rate limit; service.md, Limits. */
const service = useService();
const anHour = 3600;

// A test must not cross the end of the hour.
vi.setConfig({ testTimeout: 60_000 });
beforeEach(wellWithinTheHour);

/** A client of an application with this hourly limit. */
async function limitedTo(limit: number, application?: number): Promise<ApiClient> {
  const client = await service.aClient(await service.anAccount(), application === undefined ? {} : { application });
  await service.sql("update applications set rate_limit = $2 where id = $1", [client.application, limit]);
  return client;
}

const at = (url: string, client: ApiClient) => new ApiClient(url, client.token, client.account, client.application);

function limitsOf({ headers }: Answer) {
  const number = (name: string) => Number(headers.get(name) ?? Number.NaN);
  return {
    limit: number("x-ratelimit-limit"),
    remaining: number("x-ratelimit-remaining"),
    reset: number("x-ratelimit-reset"),
  };
}

const nextHour = () => (Math.floor(Date.now() / 1000 / anHour) + 1) * anHour;

async function countOf(application: number): Promise<number> {
  const [row] = await service.sql("select used from request_counts where application_id = $1", [application]);
  return Number(row?.used ?? 0);
}

/** Counts responses by status. */
function tally(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

describe("the bucket", () => {
  test("covers a UTC hour, and each request uses one", async () => {
    const client = await limitedTo(3);
    const answers = [await client.get("/fees"), await client.get("/fees"), await client.get("/fees")];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers.map(limitsOf)).toEqual([2, 1, 0].map((remaining) => ({ limit: 3, remaining, reset: nextHour() })));
    for (const { headers } of answers) expect(headers.get("retry-after")).toBeNull();
    const [row] = await service.sql(
      "select window_starts_at = date_trunc('hour', now(), 'UTC') as aligned from request_counts where application_id = $1",
      [client.application],
    );
    expect(row).toEqual({ aligned: true });
  });

  test("holds 1000 requests by default", async () => {
    const client = await service.aClient(await service.anAccount());
    expect(limitsOf(await client.get("/fees"))).toMatchObject({ limit: 1000, remaining: 999 });
    await service.sql("update applications set rate_limit = 5000 where id = $1", [client.application]);
    expect(limitsOf(await client.get("/fees"))).toMatchObject({ limit: 5000, remaining: 4998 });
  });

  test("is shared by all tokens of the application, regardless of account and scopes", async () => {
    const first = await limitedTo(4);
    const second = await limitedTo(4, first.application);
    const third = await service.aClient(first.account, { application: first.application, scopes: ["public"] });
    const remaining: number[] = [];
    for (const client of [first, second, third, second]) remaining.push(limitsOf(await client.get("/fees")).remaining);
    expect(remaining).toEqual([3, 2, 1, 0]);
    for (const client of [first, second, third]) expect((await client.get("/fees")).status).toBe(429);
  });

  test("is separate for each application of an account", async () => {
    const first = await limitedTo(1);
    const second = await service.aClient(first.account);
    await first.get("/fees");
    expect((await first.get("/fees")).status).toBe(429);
    expect(limitsOf(await second.get("/fees"))).toMatchObject({ remaining: 999 });
  });

  test("resets with the next hour", async () => {
    const client = await limitedTo(2);
    for (let request = 0; request < 5; request++) await client.get("/fees");
    expect((await client.get("/fees")).status).toBe(429);
    await service.sql(
      "update request_counts set window_starts_at = window_starts_at - interval '1 hour' where application_id = $1",
      [client.application],
    );
    const answer = await client.get("/fees");
    expect(answer.status).toBe(200);
    expect(limitsOf(answer)).toEqual({ limit: 2, remaining: 1, reset: nextHour() });
  });

  test("of the next hour is not reset by a request that waited past the end of this one", async () => {
    const client = await limitedTo(3);
    await client.get("/fees");
    await client.get("/fees");
    // Simulates another process for which the next hour has begun.
    await service.sql(
      "update request_counts set window_starts_at = window_starts_at + interval '1 hour' where application_id = $1",
      [client.application],
    );
    expect(limitsOf(await client.get("/fees"))).toMatchObject({ remaining: 0 });
    expect((await client.get("/fees")).status).toBe(429);
  });

  test("recovers from a clock that was far ahead", async () => {
    const client = await limitedTo(1);
    await client.get("/fees");
    await service.sql(
      "update request_counts set window_starts_at = window_starts_at + interval '3 days' where application_id = $1",
      [client.application],
    );
    expect((await client.get("/fees")).status).toBe(200);
    expect((await client.get("/fees")).status).toBe(429);
  });
});

describe("a request over the limit", () => {
  test("is 429 with Retry-After, a message at the top and details", async () => {
    const client = await limitedTo(1);
    await client.get("/fees");
    const began = Date.now();
    const refused = await client.get("/fees");
    expect(refused.status).toBe(429);
    expect(refused.json).toEqual({
      message: "API v3 rate limit exceeded.",
      errors: [{ code: "rate_limit_exceeded", details: "API v3 rate limit exceeded." }],
    });
    expect(limitsOf(refused)).toEqual({ limit: 1, remaining: 0, reset: nextHour() });
    const wait = Number(refused.headers.get("retry-after"));
    expect(leadsTo(nextHour(), wait, began), String(wait)).toBe(true);
    expect(refused.headers.get("content-type")).toBe("application/vnd.api+json; charset=utf-8");
  });

  test("does nothing, and neither stores nor replays a response", async () => {
    const client = await limitedTo(1);
    const key = { "idempotency-key": randomUUID() };
    const tag = { bookings_tags: [{ name_en: "Beach", color: "#008080" }] };
    const first = await client.post("/bookings_tags", tag, key);
    expect(first.status).toBe(201);
    expect((await client.post("/bookings_tags", tag, key)).status).toBe(429);
    const other = { "idempotency-key": randomUUID() };
    expect((await client.post("/bookings_tags", tag, other)).status).toBe(429);
    expect((await client.delete(`/bookings_tags/${recordOf(first, "bookings_tags").id}`)).status).toBe(429);
    await service.sql("update applications set rate_limit = 100 where id = $1", [client.application]);
    expect(recordsOf(await client.get("/bookings_tags"), "bookings_tags")).toHaveLength(1);
    expect((await client.post("/bookings_tags", tag, other)).status).toBe(201);
    expect(recordsOf(await client.get("/bookings_tags"), "bookings_tags")).toHaveLength(2);
  });

  test("is refused before its scope, path and body are checked", async () => {
    const client = await limitedTo(1);
    await client.get("/fees");
    const narrow = await service.aClient(client.account, { application: client.application, scopes: ["public"] });
    const answers = [
      await narrow.post("/bookings_tags", { bookings_tags: [{}] }),
      await client.get("/no_such_thing"),
      await client.get("/rentals/%zz"),
      await client.send("PUT", "/fees", {}),
      await client.post("/bookings_tags", "{"),
    ];
    expect(tally(answers)).toEqual({ 429: answers.length });
  });
});

test("every response has the headers, and every request is counted", async () => {
  const client = await limitedTo(1000);
  const owned = await service.aClient(client.account, { application: client.application, scopes: ["public"] });
  const tag = await aBookingsTag(client);
  const rental = recordOf(await client.post("/rentals", { rentals: [{ name: "Cottage" }] }), "rentals");
  const list = await client.get("/fees");
  const key = { "idempotency-key": randomUUID() };
  const body = { bookings_tags: [{ name_en: "Beach", color: "#008080" }] };
  const tooBig = JSON.stringify({ bookings_tags: [{ name_en: "x".repeat(1_100_000) }] });
  const requests: [number, () => Promise<Answer>][] = [
    [200, () => client.get("/fees")],
    [200, () => client.send("HEAD", "/fees")],
    [304, () => client.get("/fees", { "if-none-match": list.headers.get("etag") ?? "" })],
    [201, () => client.post("/bookings_tags", body, key)],
    [409, () => client.post("/bookings_tags", { bookings_tags: [] }, key)],
    [200, () => client.put(`/bookings_tags/${tag.id}`, { bookings_tags: [{ color: "#111111" }] })],
    [204, () => client.delete(`/rentals/${rental.id}`)],
    [400, () => client.get("/fees?page=0")],
    [400, () => client.post("/bookings_tags", "{")],
    [400, () => client.post("/bookings_tags", body, { "idempotency-key": "mine" })],
    [400, () => client.get("/rentals/%zz")],
    [403, () => owned.post("/bookings_tags", body)],
    [404, () => client.get("/fees/999999")],
    [404, () => client.get("/no_such_thing")],
    [404, () => client.get("/inbox_conversations")],
    [405, () => client.send("DELETE", "/fees")],
    [406, () => client.get("/fees", { accept: "text/html" })],
    [413, () => client.post("/bookings_tags", tooBig)],
    [415, () => client.post("/bookings_tags", "a=b", { "content-type": "text/plain" })],
    [422, () => client.post("/bookings_tags", { bookings_tags: [{}] })],
  ];
  let left = limitsOf(await client.get("/fees")).remaining;
  for (const [status, request] of requests) {
    const answer = await request();
    expect(answer.status, answer.text).toBe(status);
    left -= 1;
    expect(limitsOf(answer), String(status)).toEqual({ limit: 1000, remaining: left, reset: nextHour() });
    expect(answer.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  }
  const replay = await client.post("/bookings_tags", body, key);
  expect(replay.status).toBe(201);
  expect(limitsOf(replay).remaining).toBeGreaterThan(left);
  expect(limitsOf(await client.get("/fees")).remaining).toBe(left - 2);
});

describe("with several services on one database", () => {
  test("allows exactly as many requests as the limit", async () => {
    const client = await limitedTo(100);
    const urls = [service.url, await anotherService(service), await anotherService(service)];
    const requests = Array.from({ length: 300 }, (_, index) => at(urls[index % 3] ?? "", client).get("/fees"));
    const answers = await Promise.all(requests);
    expect(tally(answers)).toEqual({ 200: 100, 429: 200 });
    const left = answers.filter(({ status }) => status === 200).map((answer) => limitsOf(answer).remaining);
    expect(left.toSorted((a, b) => b - a)).toEqual(Array.from({ length: 100 }, (_, index) => 99 - index));
    expect(await countOf(client.application)).toBe(300);
  });

  test("counts concurrent applications separately", async () => {
    const clients = await Promise.all([5, 10, 15, 20].map((limit) => limitedTo(limit)));
    const urls = [service.url, await anotherService(service)];
    const requests = clients.flatMap((client) =>
      Array.from({ length: 30 }, (_, index) => at(urls[index % 2] ?? "", client).get("/fees")),
    );
    const answers = await Promise.all(requests);
    const successes = clients.map((_, index) => tally(answers.slice(index * 30, index * 30 + 30))[200]);
    expect(successes).toEqual([5, 10, 15, 20]);
  });

  test("keeps counts when a process is killed and replaced", async () => {
    const client = await limitedTo(77);
    const [first, second] = await Promise.all([aServiceProcess(service), aServiceProcess(service)]);
    const burst = (url: string, length: number) =>
      Promise.all(Array.from({ length }, () => at(url, client).get("/fees")));
    const before = (await Promise.all([burst(first.url, 25), burst(second.url, 25)])).flat();
    expect(tally(before)).toEqual({ 200: 50 });
    await Promise.all([first.kill(), second.kill()]);
    const third = await anotherService(service);
    const after = (await Promise.all([burst(third, 100), burst(service.url, 100)])).flat();
    expect(tally(after)).toEqual({ 200: 27, 429: 173 });
  });
});

describe("requests without a valid token", () => {
  const unknown = `roost_${"A".repeat(43)}`;

  test("count toward no application if the token is unknown, expired or revoked", async () => {
    const client = await limitedTo(10);
    await client.get("/fees");
    const expired = await service.aClient(client.account, { application: client.application });
    await service.sql(
      "update access_tokens set expires_at = now() - interval '1 second' where application_id = $1 and created_at = (select max(created_at) from access_tokens where application_id = $1)",
      [client.application],
    );
    expect((await expired.get("/fees")).status).toBe(401);
    expect((await new ApiClient(service.url, unknown).get("/fees")).status).toBe(401);
    expect(await countOf(client.application)).toBe(1);
    await service.sql("update access_tokens set revoked_at = now() where application_id = $1", [client.application]);
    expect((await client.get("/fees")).status).toBe(401);
    expect(await countOf(client.application)).toBe(1);
  });

  test("are limited by address with their own headers, while a valid token at that address still works", async () => {
    const url = await anotherService(service);
    const client = at(url, await limitedTo(1000));
    const anonymous = [new ApiClient(url, undefined), new ApiClient(url, unknown), new ApiClient(url, "x y")];
    const began = Date.now();
    const first = await new ApiClient(url, undefined).get("/fees");
    expect(first.status).toBe(401);
    expect(limitsOf(first)).toMatchObject({ limit: 300, remaining: 299 });
    expect(leadsTo(limitsOf(first).reset, anHour, began), String(limitsOf(first).reset)).toBe(true);
    const more = await Promise.all(
      Array.from({ length: 300 }, (_, index) => anonymous[index % 3]?.get(index % 2 === 0 ? "/fees" : "/unknown")),
    );
    const answers = more.filter((answer) => answer !== undefined);
    const known = answers.filter(({ status }) => status !== 429);
    expect(known).toHaveLength(299);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.json).toMatchObject({ message: "API v3 rate limit exceeded." });
    expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan(anHour - 60);
    expect((await client.get("/fees")).status).toBe(200);
    expect((await new ApiClient(url, undefined).get("/fees")).status).toBe(429);
  });
});
