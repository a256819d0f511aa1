import {
  bearer,
  Conflict,
  consentRequest,
  createClient,
  exchangeCode,
  NetworkError,
  NotFound,
  NotModified,
  OAuthError,
  RateLimited,
  refreshingTokens,
  ServiceUnavailable,
  type Tokens,
  Unauthorized,
  ValidationError,
} from "@roost/client";
import { expect, test } from "vitest";
import { aFee, aGuest, aRental } from "../../../test/harness/factories.ts";
import { fullScopes, useSharedService } from "../../../test/harness/service.ts";
import { anApplication, aPerson, callback, wayBack } from "../../../test/oauth/fixture.ts";
import { anUnsteadyProxy } from "./unsteady-proxy.ts";

const service = useSharedService();
const retries = { initialDelayMs: 1 };

/** A client of its own account, behind a proxy that injects faults. */
async function unsteady(cacheSize = 0) {
  const account = await service.aClient(await service.anAccount());
  const proxy = await anUnsteadyProxy(service.url);
  const client = createClient({ baseUrl: proxy.url, auth: bearer(account.token ?? ""), retries, cacheSize });
  return { account, proxy, client };
}

const named = (fullname: string) => ({ body: { clients: [{ fullname }] } });
const namesOf = async (client: Awaited<ReturnType<typeof unsteady>>["client"]): Promise<unknown[]> =>
  (await client.GET("/clients")).data.clients.map(({ fullname }) => fullname);

test("the client retries failed requests, and each write is executed once", async () => {
  const { proxy, client } = await unsteady();
  const unavailable = { status: 503, headers: { "retry-after": "0" } };
  for (const [index, fault] of (["unheard", "unanswered", "half", unavailable] as const).entries()) {
    proxy.faults.push(fault);
    const { data, response } = await client.POST("/clients", named(`Guest ${index}`));
    expect([response.status, data.clients[0]?.fullname], String(fault)).toEqual([201, `Guest ${index}`]);
  }
  expect(await namesOf(client)).toEqual(["Guest 0", "Guest 1", "Guest 2", "Guest 3"]);
  const keys = proxy.passed.filter(({ method }) => method === "POST").map((each) => each.headers["idempotency-key"]);
  expect([keys.length, new Set(keys).size]).toEqual([8, 4]);
  proxy.faults.push("half", { status: 502 }, "unheard");
  expect(await namesOf(client)).toHaveLength(4);
});

test("the client stops after four attempts, and does not retry permanent failures", async () => {
  const { proxy, client } = await unsteady();
  proxy.faults.push("unheard", "unheard", "unheard", "unheard");
  await expect(client.POST("/clients", named("Nobody"))).rejects.toThrow(NetworkError);
  proxy.faults.push({ status: 503 }, { status: 503 }, { status: 503 }, { status: 503 });
  await expect(client.GET("/clients")).rejects.toThrow(ServiceUnavailable);
  expect(proxy.passed.splice(0)).toHaveLength(8);
  proxy.faults.push({ status: 429, headers: { "retry-after": "3600" } });
  await expect(client.GET("/clients")).rejects.toMatchObject({ name: "RateLimited", retryAfter: 3600 });
  proxy.faults.push({ status: 429 });
  await expect(client.GET("/clients")).rejects.toThrow(RateLimited);
  proxy.faults.push("unanswered");
  const operations = [{ method: "POST" as const, path: "/clients", body: named("In bulk").body }];
  await expect(client.POST("/bulk", { body: { operations } })).rejects.toThrow(NetworkError);
  expect(proxy.passed).toHaveLength(3);
  proxy.faults.push({ status: 429, headers: { "retry-after": "0" } });
  expect(await namesOf(client)).toEqual(["In bulk"]);
});

test("the client throws a specific error class with the details of a refusal", async () => {
  const { account, client } = await unsteady();
  const refused = client.POST("/clients", { body: { clients: [{ emails: [{ email: "nobody" }] }] } });
  await expect(refused).rejects.toBeInstanceOf(ValidationError);
  await expect(refused).rejects.toMatchObject({ status: 422, fields: expect.objectContaining({}) });
  expect(
    await refused.catch((error: unknown) => error instanceof ValidationError && Object.keys(error.fields)),
  ).not.toEqual([]);
  const absent = client.GET("/bookings/{booking_id}", { params: { path: { booking_id: [999_999_999] } } });
  await expect(absent).rejects.toBeInstanceOf(NotFound);
  await expect(absent).rejects.toMatchObject({ code: "not_found", requestId: expect.stringMatching(/./) });
  const idempotencyKey = crypto.randomUUID();
  await client.POST("/clients", { ...named("First"), idempotencyKey });
  await expect(client.POST("/clients", { ...named("Second"), idempotencyKey })).rejects.toThrow(Conflict);
  const nobody = createClient({ baseUrl: service.url, auth: bearer("nobody") });
  await expect(nobody.GET("/me")).rejects.toThrow(Unauthorized);
  const stopped = new AbortController();
  stopped.abort(new Error("enough"));
  await expect(client.GET("/me", { signal: stopped.signal })).rejects.toThrow("enough");
  expect(client.rateLimit).toMatchObject({ limit: 1000, resetsAt: expect.any(Date) });
  expect(account.account).toBeGreaterThan(0);
});

test("the client reuses a cached response until it changes", async () => {
  const { account, proxy, client } = await unsteady(10);
  const rental = await aRental(account);
  const read = async () => (await client.GET("/rentals", { params: { query: { fields: ["id"] } } })).data.rentals;
  expect([await read(), await read()]).toEqual([[{ id: rental.id }], [{ id: rental.id }]]);
  expect(proxy.passed[1]?.headers["if-none-match"]).toMatch(/"/);
  await aRental(account);
  expect(await read()).toHaveLength(2);
  const { response } = await client.GET("/rentals");
  const headers = { "If-None-Match": response.headers.get("etag") ?? "" };
  await expect(client.GET("/rentals", { headers })).rejects.toThrow(NotModified);
});

test("records iterates without gaps or duplicates while records change, and sends no request after an early exit", async () => {
  const { account, proxy, client } = await unsteady();
  const made: unknown[] = [];
  for (let index = 0; index < 9; index++) made.push((await aFee(account, { name_en: `Fee ${index}` })).id);
  const seen: number[] = [];
  for await (const { id } of client.records("/fees", { params: { query: { per_page: 2 } } })) {
    seen.push(id);
    if (seen.length === 3) expect((await account.delete(`/fees/${made[0]}`)).status).toBe(204);
    if (seen.length === 5) await aFee(account, { name_en: "Later" });
  }
  // Records created during the iteration may appear or not.
  expect(seen.slice(0, made.length)).toEqual(made);
  expect(new Set(seen).size).toBe(seen.length);
  proxy.passed.splice(0);
  for await (const { fees } of client.pages("/fees", { params: { query: { per_page: 2 } } })) {
    expect(fees).toHaveLength(2);
    break;
  }
  expect(proxy.passed).toHaveLength(1);
});

test("changes follows the feed across broken connections, from the cursor, until the signal aborts", async () => {
  const { account, proxy, client } = await unsteady();
  const ending = new AbortController();
  const seen: unknown[] = [];
  let interruptions = 0;
  const following = client.changes({
    ...{ resource: "clients", wait: 1, signal: ending.signal },
    onInterruption: () => interruptions++,
  });
  const { value: first } = await following.next();
  await aGuest(account, { fullname: "Ada" });
  proxy.faults.push("unheard", "half", { status: 503 }, "unanswered");
  for await (const { events, after } of following) {
    seen.push(...events.map(({ type }) => type));
    expect(after).not.toBe(first?.after);
    if (seen.length === 1) await aGuest(account, { fullname: "Grace" });
    if (seen.length === 2) ending.abort();
  }
  expect([seen, interruptions]).toEqual([["client.created", "client.created"], 1]);
  const again = client.changes({ after: first?.after ?? "", wait: 0 });
  expect((await again.next()).value?.events).toHaveLength(2);
});

test("concurrent requests with an expired token share one refresh, which is stored first", async () => {
  const registered = await anApplication(service, { scopes: fullScopes });
  const proxy = await anUnsteadyProxy(service.url);
  const application = { ...registered, baseUrl: proxy.url, retries };
  const owner = await aPerson(service, [{ account: await service.anAccount() }]);
  const scopes = ["public", "clients_read"];
  const { url, state, codeVerifier } = await consentRequest({ ...application, redirectUri: callback, scopes });
  const { pathname, search } = new URL(url);
  const back = wayBack(await owner.answer(pathname + search, "approve"));
  expect(back.get("state")).toBe(state);
  const code = { code: back.get("code") ?? "", codeVerifier, redirectUri: callback };
  const tokens = await exchangeCode(application, code);
  expect(tokens.scopes).toEqual(scopes);
  const kept: Tokens[] = [];
  const client = createClient({
    baseUrl: proxy.url,
    retries,
    auth: refreshingTokens(application, tokens, (renewed) => void kept.push(renewed)),
  });
  await client.GET("/clients");
  const expire = () =>
    service.sql(
      "update access_tokens set expires_at = now() - interval '1 second' where application_id = (select id from applications where client_id = $1)",
      [registered.clientId],
    );
  await expire();
  const reading = Array.from({ length: 8 }, () => client.GET("/clients"));
  expect((await Promise.all(reading)).map(({ response }) => response.status)).toEqual(Array(8).fill(200));
  expect(kept).toHaveLength(1);
  // The response with the new pair is lost, so the same refresh token gets another one.
  await expire();
  proxy.faults.push({ status: 401 }, "unanswered");
  await client.GET("/clients");
  expect(kept).toHaveLength(2);
  expect(kept[1]?.refreshToken).not.toBe(kept[0]?.refreshToken);
  // A code works once; using it again revokes its tokens.
  await expect(exchangeCode(application, code)).rejects.toMatchObject({ name: "OAuthError", code: "invalid_grant" });
  await expect(client.GET("/clients")).rejects.toThrow(OAuthError);
});
