import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { uninstallApplication } from "../../src/modules/platform/access/applications/uninstall-application.ts";
import { useService } from "../harness/service.ts";
import {
  aConnection,
  anApplication,
  apiStatus,
  callback,
  credentials,
  outOfBand,
  postForm,
  refresh,
  type TestApplication,
  type Tokens,
  tokensOf,
} from "./fixture.ts";
import { ForeignClient } from "./foreign-client.ts";

const service = useService();

const invalidGrant = expect.objectContaining({
  status: 400,
  json: expect.objectContaining({ error: "invalid_grant" }),
});

describe("a refresh", () => {
  it("returns a new pair each time, along a chain of any length", async () => {
    const { application, access, refresh: first } = await aConnection(service);
    let token = first;
    for (let round = 0; round < 5; round++) {
      const answer = await refresh(service, application, token);
      expect(answer.json).toEqual({
        access_token: expect.stringMatching(/^roost_/),
        token_type: "bearer",
        expires_in: 7200,
        refresh_token: expect.stringMatching(/^roost_refresh_/),
        scope: "public",
      });
      expect(answer.headers.get("cache-control")).toBe("no-store");
      token = tokensOf(answer).refresh;
      expect(await apiStatus(service, tokensOf(answer).access)).toBe(200);
    }
    // The first access token still lives for its two hours.
    expect(await apiStatus(service, access)).toBe(200);
  });

  it("succeeds with a refresh token of any age", async () => {
    const { application, refresh: token } = await aConnection(service);
    await service.sql("update token_pairs set created_at = now() - interval '5 years' where refresh_digest = $1", [
      digest(token),
    ]);
    expect((await refresh(service, application, token)).status).toBe(200);
  });

  it("accepts only the application's own redirect URIs", async () => {
    const { application, refresh: token } = await aConnection(service);
    expect(await refresh(service, application, token, { redirect_uri: `${callback}/` })).toEqual(invalidGrant);
    const next = tokensOf(await refresh(service, application, token, { redirect_uri: callback }));
    expect((await refresh(service, application, next.refresh, { redirect_uri: outOfBand })).status).toBe(200);
  });

  it("can narrow the access token's scopes, and never widen them", async () => {
    const { application, refresh: token } = await aConnection(service, { scope: "public bookings_read" });
    const narrow = await refresh(service, application, token, { scope: "public" });
    expect(narrow.json.scope).toBe("public");
    for (const scope of ["public rates_write", "bookings_write", "nothing"]) {
      const { status, json } = await refresh(service, application, tokensOf(narrow).refresh, { scope });
      expect([status, json.error]).toEqual([400, "invalid_scope"]);
    }
    // The refresh token keeps all approved scopes (RFC 6749, 6).
    const full = await refresh(service, application, tokensOf(narrow).refresh);
    expect(full.json.scope).toBe("public bookings_read");
  });

  it("is refused to another application, and the token stays valid", async () => {
    const { application, refresh: token } = await aConnection(service);
    const other = await anApplication(service);
    const next = tokensOf(await refresh(service, application, token));
    await apiStatus(service, next.access);
    expect(await refresh(service, other, next.refresh)).toEqual(invalidGrant);
    expect(await refresh(service, other, token)).toEqual(invalidGrant);
    expect(await apiStatus(service, next.access)).toBe(200);
    expect((await refresh(service, application, next.refresh)).status).toBe(200);
  });

  it("refuses anything but a refresh token", async () => {
    const { application, access } = await aConnection(service);
    for (const token of [access, "x", "roost_refresh_", `roost_refresh_${"a".repeat(43)}`]) {
      expect(await refresh(service, application, token)).toEqual(invalidGrant);
    }
  });
});

describe("a reused refresh token", () => {
  it("yields independent pairs for a minute, in use or not", async () => {
    const { application, access, refresh: token } = await aConnection(service);
    const first = tokensOf(await refresh(service, application, token));
    expect(await apiStatus(service, first.access)).toBe(200);
    const second = tokensOf(await refresh(service, application, token));
    const successor = tokensOf(await refresh(service, application, first.refresh));
    const third = tokensOf(await refresh(service, application, token));
    await expectLive(application, [first, second, successor, third]);
    expect(await apiStatus(service, access)).toBe(200);
  });

  it("is invalid_grant after a minute, which revokes nothing", async () => {
    const { application, access, refresh: token } = await aConnection(service);
    const first = tokensOf(await refresh(service, application, token));
    await exchangedAgo(token, 30);
    const second = tokensOf(await refresh(service, application, token));
    await exchangedAgo(token, 31);
    for (let time = 0; time < 3; time++) expect(await refresh(service, application, token)).toEqual(invalidGrant);
    expect(await introspected(application, token)).toBe(false);
    expect(await apiStatus(service, access)).toBe(200);
    await expectLive(application, [first, second]);
  });

  it("counts its minute from the first successful exchange", async () => {
    const { application, refresh: token } = await aConnection(service);
    await refresh(service, application, token, { scope: "bookings_write" });
    await refresh(service, await anApplication(service), token);
    const [row] = await service.sql("select refreshed_at from token_pairs where refresh_digest = $1", [digest(token)]);
    expect(row).toEqual({ refreshed_at: null });
    await refresh(service, application, token);
    await exchangedAgo(token, 40);
    expect((await refresh(service, application, token)).status).toBe(200);
    await exchangedAgo(token, 40);
    expect(await refresh(service, application, token)).toEqual(invalidGrant);
  });

  it("works for a minute in a third-party client", async () => {
    const { application, refresh: token } = await aConnection(service);
    const client = await ForeignClient.of(service, application, "basic");
    const [one, other] = await Promise.all([client.refresh(token), client.refresh(token)]);
    for (const { access_token } of [one, other]) expect((await client.call("/rentals", access_token)).status).toBe(200);
    await exchangedAgo(token, 61);
    await expect(client.refresh(token)).rejects.toMatchObject({ error: "invalid_grant", status: 400 });
    expect((await client.call("/rentals", one.access_token)).status).toBe(200);
  });
});

describe("concurrent refreshes", () => {
  it.each([4, 20])("%i refreshes of one token yield a pair each, and each pair refreshes again", async (count) => {
    const { application, refresh: token } = await aConnection(service);
    const answers = await Promise.all(Array.from({ length: count }, () => refresh(service, application, token)));
    const pairs = answers.map(tokensOf);
    expect(new Set(pairs.map(({ access }) => access)).size).toBe(count);
    const next = await Promise.all(
      pairs.map(async (pair) => tokensOf(await refresh(service, application, pair.refresh))),
    );
    const statuses = await Promise.all([...pairs, ...next].map(({ access }) => apiStatus(service, access)));
    expect(new Set(statuses)).toEqual(new Set([200]));
  });
});

describe("ending an authorization", () => {
  it.each([
    [
      "when the owner uninstalls the application",
      ({ application, account }: Connection) => uninstalled(application, account),
    ],
    [
      "when /oauth/revoke gets any of its refresh tokens",
      async ({ application, refresh: token }: Connection) => {
        await postForm(service, "/oauth/revoke", { ...credentials(application), token });
      },
    ],
  ])("ends every pair %s", async (_, end) => {
    const connection = await aConnection(service);
    const { application, access, refresh: token } = connection;
    const [one, other] = [await refresh(service, application, token), await refresh(service, application, token)].map(
      tokensOf,
    );
    await end(connection);
    for (const pair of [{ access, refresh: token }, one, other]) {
      expect(await apiStatus(service, pair?.access ?? "")).toBe(401);
      expect(await refresh(service, application, pair?.refresh ?? "")).toEqual(invalidGrant);
    }
  });

  it("refuses a concurrent refresh, or revokes its tokens with the rest", async () => {
    for (let time = 0; time < 5; time++) {
      const { application, refresh: token } = await aConnection(service);
      const revoke = postForm(service, "/oauth/revoke", { ...credentials(application), token });
      const answers = await Promise.all(Array.from({ length: 4 }, () => refresh(service, application, token)));
      await revoke;
      const successful = answers.filter(({ status }) => status === 200).map(tokensOf);
      for (const { access } of successful) expect(await apiStatus(service, access)).toBe(401);
    }
  });
});

type Connection = Awaited<ReturnType<typeof aConnection>>;

/** Moves a refresh token's first exchange into the past by a number of seconds. */
async function exchangedAgo(token: string, seconds: number): Promise<void> {
  await service.sql(
    `update token_pairs set refreshed_at = refreshed_at - make_interval(secs => $2)
     where refresh_digest = $1`,
    [digest(token), seconds],
  );
}

async function expectLive(application: TestApplication, pairs: readonly Tokens[]): Promise<void> {
  for (const pair of pairs) {
    expect(await apiStatus(service, pair.access)).toBe(200);
    expect((await refresh(service, application, pair.refresh)).status).toBe(200);
  }
}

async function introspected(application: TestApplication, token: string): Promise<unknown> {
  return (await postForm(service, "/oauth/introspect", { ...credentials(application), token })).json.active;
}

async function uninstalled(application: TestApplication, account: number): Promise<void> {
  await service.database
    .within([account])
    .transaction((transaction) => uninstallApplication(transaction, account, application.id));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
