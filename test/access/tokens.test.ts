import { createHash } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { routes } from "../../src/app/registry.ts";
import { isScope, scopes as registry, type Scope } from "../../src/kernel/access/scopes.ts";
import { type Route, requiredJson } from "../../src/kernel/route.ts";
import { issueAccessToken } from "../../src/modules/platform/access/access-token.ts";
import { ApiClient, type Json } from "../harness/client.ts";
import { idsFrom } from "../harness/drawn-ids.ts";
import {
  aFixture,
  digestOf,
  type Fixture,
  idInPath,
  pathOf,
  requiredQuery,
  sampleOf,
  sharedRecords,
} from "../harness/fixture.ts";
import { fullScopes, useService } from "../harness/service.ts";
import { anotherService } from "./services.ts";

/**
 * Without a valid token, no route returns any data or changes anything. Records that must stay hidden have ids in the seven millions.
 */
const service = useService();
const secret = /\b7000\d{3}\b|Ada|Guest|Cottage|Nevache/;
const all = Object.keys(registry).filter(isScope);

let fixture: Fixture;
let before: Json;
let stranger: ApiClient;
let stale: Record<"expired" | "just expired" | "revoked" | "refresh", string>;

beforeAll(async () => {
  const shared = await sharedRecords(service);
  // The other account has installed it too, so it may read its name.
  const application = await service.anApplication();
  await idsFrom(service, 7_000_001);
  fixture = await aFixture(service, shared, await service.aClient(await service.anAccount(), { application }));
  await idsFrom(service, 1001);
  const { account } = fixture.client;
  const issue = (expiresAt?: number) =>
    service.database.transaction((transaction) =>
      issueAccessToken(transaction, { account, application, scopes: fullScopes, ...(expiresAt ? { expiresAt } : {}) }),
    );
  stale = {
    expired: await issue(Date.now() - 86_400_000),
    "just expired": await issue(Date.now() - 1000),
    revoked: await issue(),
    refresh: `roost_refresh_${"A".repeat(43)}`,
  };
  await service.sql("update access_tokens set revoked_at = now() where digest = $1", [digest(stale.revoked)]);
  stranger = await service.aClient(await service.anAccount(), { application });
  await service.sql("update applications set rate_limit = 1000000");
  before = await everythingBut("access_tokens");
});

afterAll(async () => {
  expect(await everythingBut("access_tokens")).toEqual(before);
});

async function everythingBut(table: string): Promise<Json> {
  const { [table]: _, ...rest } = await digestOf(service, [fixture.account]);
  return rest;
}

const digest = (text: string) => createHash("sha256").update(text).digest();
const good = () => fixture.client.token ?? "";
const byName = new Map(routes.map((route) => [`${route.method} ${route.path}`, route]));
const anyRoute = fc.constantFrom(...byName.keys());

function routeOf(name: string): Route {
  const route = byName.get(name);
  if (!route) throw new Error(`There is no route ${name}.`);
  return route;
}

/** A request that would succeed with a valid token. */
function request(client: ApiClient, route: Route, headers: Record<string, string> = {}, query = "") {
  const path = pathOf(route, (name) => idInPath(fixture.ids, route, name)) + query;
  const writes = requiredJson(route) !== undefined;
  const body = !writes
    ? undefined
    : path.endsWith("/add_bookings_fee")
      ? { bookings_fees: [{ price: "5", name: "Dog", kind: "other" }] }
      : { [route.resource.root]: [sampleOf(route.resource, fixture.ids)] };
  return client.send(route.method, path, body, headers);
}

/** A different character. */
const changed = (text: string, at: number) => text.slice(0, at) + (text[at] === "A" ? "B" : "A") + text.slice(at + 1);

/** Invalid credentials, in `Authorization` or instead of it. */
const authorization = fc.oneof(
  fc.constant(undefined),
  fc.string({ unit: "grapheme-ascii", maxLength: 80 }),
  fc.string({ unit: "grapheme-ascii", maxLength: 80 }).map((text) => `Bearer ${text}`),
  fc.stringMatching(/^roost_[A-Za-z0-9_-]{43}$/).map((text) => `Bearer ${text}`),
  fc.constantFrom("expired", "just expired", "revoked", "refresh").map((kind) => () => `Bearer ${staleToken(kind)}`),
  fc.nat(48).map((at) => () => `Bearer ${changed(good(), at)}`),
  fc.nat(48).map((at) => () => `Bearer ${good().slice(0, at)}`),
  fc.integer({ min: 1, max: 48 }).map((at) => () => `Bearer ${good().slice(0, at)} ${good().slice(at)}`),
  fc
    .constantFrom<(token: string) => string>(
      (token) => token,
      (token) => `Basic ${Buffer.from(token).toString("base64")}`,
      (token) => `Basic ${token}`,
      (token) => `Token ${token}`,
      (token) => `Bearer${token}`,
      (token) => `Bearer "${token}"`,
      (token) => `Bearer ${token}A`,
      (token) => `Bearer ${token}, Bearer ${token}`,
      (token) => `Bearer ${token.replace("roost_", "")}`,
      (token) => `Bearer ${token.replace("roost_", "roost_refresh_")}`,
      (token) => `Bearer ${token.toUpperCase()}`,
      (token) => `Bearer ${digest(token).toString("hex")}`,
      (token) => `Bearer \\x${digest(token).toString("hex")}`,
      (token) => `Bearer roost_${digest(token).toString("base64url")}`,
    )
    .map((form) => () => form(good())),
);

function staleToken(kind: string): string {
  for (const [name, token] of Object.entries(stale)) if (name === kind) return token;
  throw new Error(`There is no ${kind} token.`);
}

const unauthorized = {
  errors: [{ code: "unauthorized", details: "The access token is missing, unknown, expired or revoked." }],
};

describe("returns no data and changes nothing", () => {
  // Anonymous requests are limited to 300 per hour.
  test("for a token that is missing, malformed, unknown, expired or revoked", async () => {
    const client = new ApiClient(await anotherService(service), undefined);
    await fc.assert(
      fc.asyncProperty(anyRoute, authorization, async (name, form) => {
        const route = routeOf(name);
        const presented = typeof form === "function" ? form() : form;
        fc.pre(presented !== `Bearer ${good()}`);
        const headers = presented === undefined ? {} : { authorization: presented };
        const answer = await request(client, route, headers);
        expect(answer.status, `${name} ${presented}`).toBe(401);
        expect(answer.json).toEqual(unauthorized);
        expect(answer.headers.get("www-authenticate")).toBe('Bearer realm="api", error="invalid_token"');
        expect(answer.headers.get("etag")).toBeNull();
        expect(answer.headers.get("x-total-count")).toBeNull();
      }),
      { numRuns: 280 },
    );
  });

  test("for a valid token in the query, a cookie, another header or the body", async () => {
    const client = new ApiClient(await anotherService(service), undefined);
    const token = good();
    // A network may send 300 requests an hour without a token.
    const share = Math.ceil((routes.length * 3) / 280);
    for (const route of routes.filter((_, index) => index % share === 0)) {
      const places = [
        await request(client, route, {}, `?access_token=${token}`),
        await request(client, route, { cookie: `access_token=${token}` }),
        await request(client, route, { "x-access-token": token, "proxy-authorization": `Bearer ${token}` }),
      ];
      for (const answer of places) expect(answer.json).toEqual(unauthorized);
    }
  });

  test("for a token without the scope", async () => {
    const clients = new Map<Scope, ApiClient>();
    const { account, application } = fixture.client;
    for (const scope of all) clients.set(scope, await service.aClient(account, { application, scopes: [scope] }));
    const none = await service.aClient(account, { application, scopes: [] });
    const unfit = anyRoute.chain((name) => {
      const others = all.filter((scope) => !routeOf(name).scopes.includes(scope));
      return fc.record({ name: fc.constant(name), scope: fc.constantFrom(undefined, ...others) });
    });
    await fc.assert(
      fc.asyncProperty(unfit, async ({ name, scope }) => {
        const route = routeOf(name);
        const client = scope === undefined ? none : clients.get(scope);
        const answer = await request(client ?? none, route);
        expect(answer.status, `${name} ${scope}`).toBe(403);
        expect(answer.json).toEqual({ errors: [{ code: "forbidden", details: expect.any(String) }] });
        expect(answer.text).not.toMatch(secret);
      }),
      { numRuns: 300 },
    );
  });

  test("for a valid token of another account", async () => {
    await fc.assert(
      fc.asyncProperty(anyRoute, fc.constantFrom("", "?page=1"), async (name, query) => {
        const route = routeOf(name);
        // Creations are sent with an empty body, so that nothing is created in the token's own account.
        fc.pre(route.method === "GET" || route.path.includes(":"));
        const required = requiredQuery(route, fixture.ids);
        const asked = route.operation.kind === "list" && required === "" ? query : required;
        const answer = await request(stranger, route, {}, asked);
        const ofEverybody = route.resource.tenancy === "everyone";
        expect([200, 404], `${name}: ${answer.text}`).toContain(answer.status);
        if (answer.status === 200 && !ofEverybody) expect(route.path).not.toContain(":");
        // A page's links repeat the request's query.
        expect(answer.text.replaceAll(`${asked}&page=`, "")).not.toMatch(secret);
      }),
      { numRuns: 300 },
    );
  });
});

test("a token stops working immediately when it is revoked or expires", async () => {
  const account = await service.anAccount();
  for (const end of ["revoked_at = now()", "expires_at = date_trunc('second', now())"]) {
    const client = await service.aClient(account);
    expect((await client.get("/fees")).status).toBe(200);
    await service.sql(`update access_tokens set ${end} where digest = $1`, [digest(client.token ?? "")]);
    expect((await client.get("/fees")).status).toBe(401);
  }
});

test("checks a token again for each of many concurrent requests", async () => {
  const client = await service.aClient(await service.anAccount());
  const dead = await service.aClient(client.account, { application: client.application });
  await service.sql("update access_tokens set revoked_at = now() where digest = $1", [digest(dead.token ?? "")]);
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, index) => (index % 2 === 0 ? client : dead).get("/fees")),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map((_, index) => (index % 2 === 0 ? 200 : 401)));
});
