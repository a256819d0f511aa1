import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { useService } from "../harness/service.ts";
import { ForeignClient } from "./foreign-client.ts";
import {
  aConnection,
  anApplication,
  apiStatus,
  callback,
  codeFrom,
  exchange,
  outOfBand,
  refresh,
  tokensOf,
} from "./fixture.ts";

const service = useService();

const invalidGrant = expect.objectContaining({
  status: 400,
  json: expect.objectContaining({ error: "invalid_grant" }),
});

describe("refreshing", () => {
  it("gives a new pair each time, along a chain that may be as long as it likes", async () => {
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
    // The first access token lives its two hours.
    expect(await apiStatus(service, access)).toBe(200);
  });

  it("works for a refresh token of any age", async () => {
    const { application, refresh: token } = await aConnection(service);
    await service.sql("update token_pairs set created_at = now() - interval '5 years' where refresh_digest = $1", [
      digest(token),
    ]);
    expect((await refresh(service, application, token)).status).toBe(200);
  });

  it("accepts one of the application's redirect URIs, and no other", async () => {
    const { application, refresh: token } = await aConnection(service);
    expect(await refresh(service, application, token, { redirect_uri: `${callback}/` })).toEqual(invalidGrant);
    const next = tokensOf(await refresh(service, application, token, { redirect_uri: callback }));
    expect((await refresh(service, application, next.refresh, { redirect_uri: outOfBand })).status).toBe(200);
  });

  it("can narrow the scopes of the access token, and never widen them", async () => {
    const { application, refresh: token } = await aConnection(service, { scope: "public bookings_read" });
    const narrow = await refresh(service, application, token, { scope: "public" });
    expect(narrow.json.scope).toBe("public");
    for (const scope of ["public rates_write", "bookings_write", "nothing"]) {
      const { status, json } = await refresh(service, application, tokensOf(narrow).refresh, { scope });
      expect([status, json.error]).toEqual([400, "invalid_scope"]);
    }
    // The refresh token still stands for all that was approved (RFC 6749, 6).
    const full = await refresh(service, application, tokensOf(narrow).refresh);
    expect(full.json.scope).toBe("public bookings_read");
  });

  it("is refused to another application, which harms nobody", async () => {
    const { application, refresh: token } = await aConnection(service);
    const other = await anApplication(service);
    const next = tokensOf(await refresh(service, application, token));
    await apiStatus(service, next.access);
    expect(await refresh(service, other, next.refresh)).toEqual(invalidGrant);
    expect(await refresh(service, other, token)).toEqual(invalidGrant);
    expect(await apiStatus(service, next.access)).toBe(200);
    expect((await refresh(service, application, next.refresh)).status).toBe(200);
  });

  it("takes nothing for a refresh token that is none", async () => {
    const { application, access } = await aConnection(service);
    for (const token of [access, "x", "roost_refresh_", `roost_refresh_${"a".repeat(43)}`]) {
      expect(await refresh(service, application, token)).toEqual(invalidGrant);
    }
  });
});

describe("a lost answer locks nobody out", () => {
  it("the previous refresh token works until the new pair is used; the unused pair is replaced", async () => {
    const { application, refresh: token } = await aConnection(service);
    const lost = tokensOf(await refresh(service, application, token));
    const lostToo = tokensOf(await refresh(service, application, token));
    const received = tokensOf(await refresh(service, application, token));
    expect(await apiStatus(service, lost.access)).toBe(401);
    expect(await apiStatus(service, lostToo.access)).toBe(401);
    expect(await apiStatus(service, received.access)).toBe(200);
    expect((await refresh(service, application, received.refresh)).status).toBe(200);
  });

  it("an answer that arrives late works too, as long as no other has been used", async () => {
    const { application, refresh: token } = await aConnection(service);
    const late = tokensOf(await refresh(service, application, token));
    const other = tokensOf(await refresh(service, application, token));
    const next = tokensOf(await refresh(service, application, late.refresh));
    expect(await apiStatus(service, next.access)).toBe(200);
    expect(await apiStatus(service, other.access)).toBe(401);
  });

  it("as a foreign client sees it", async () => {
    const { application, refresh: token } = await aConnection(service);
    const client = await ForeignClient.of(service, application, "basic");
    await client.refresh(token);
    const { access_token } = await client.refresh(token);
    expect((await client.call("/rentals", access_token)).status).toBe(200);
    await expect(client.refresh(token)).rejects.toMatchObject({ error: "invalid_grant", status: 400 });
  });
});

describe("a replayed refresh token ends its whole family", () => {
  it("when the access token of the new pair was used", async () => {
    const { application, access, refresh: token } = await aConnection(service);
    const next = tokensOf(await refresh(service, application, token));
    expect(await apiStatus(service, next.access)).toBe(200);
    expect(await refresh(service, application, token)).toEqual(invalidGrant);
    expect(await apiStatus(service, access)).toBe(401);
    expect(await apiStatus(service, next.access)).toBe(401);
    expect(await refresh(service, application, next.refresh)).toEqual(invalidGrant);
  });

  it("when the refresh token of the new pair was used", async () => {
    const { application, refresh: token } = await aConnection(service);
    const next = tokensOf(await refresh(service, application, token));
    const last = tokensOf(await refresh(service, application, next.refresh));
    expect(await refresh(service, application, token)).toEqual(invalidGrant);
    expect(await apiStatus(service, last.access)).toBe(401);
    expect(await refresh(service, application, last.refresh)).toEqual(invalidGrant);
  });

  it("when a thief was faster, the owner of the token ends what the thief has", async () => {
    const { application, refresh: token } = await aConnection(service);
    const honest = tokensOf(await refresh(service, application, token));
    const thief = tokensOf(await refresh(service, application, token));
    expect(await apiStatus(service, thief.access)).toBe(200);
    expect(await apiStatus(service, honest.access)).toBe(401);
    expect(await refresh(service, application, honest.refresh)).toEqual(invalidGrant);
    expect(await apiStatus(service, thief.access)).toBe(401);
    expect(await refresh(service, application, thief.refresh)).toEqual(invalidGrant);
  });

  it("and no other family: another authorization of the same application goes on", async () => {
    const one = await aConnection(service);
    const next = tokensOf(await refresh(service, one.application, one.refresh));
    await apiStatus(service, next.access);
    const again = await exchange(service, one.application, await codeFrom(one.owner, one.application));
    expect(await refresh(service, one.application, one.refresh)).toEqual(invalidGrant);
    expect(await apiStatus(service, again.access)).toBe(200);
    expect((await refresh(service, one.application, again.refresh)).status).toBe(200);
  });
});

describe("twenty refreshes at once", () => {
  it("of the same token all succeed, and leave exactly one access token that works", async () => {
    const { application, refresh: token } = await aConnection(service);
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(service, application, token)));
    const pairs = answers.map(tokensOf);
    const statuses = await Promise.all(pairs.map(({ access }) => apiStatus(service, access)));
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    const survivor = pairs[statuses.indexOf(200)];
    expect((await refresh(service, application, survivor?.refresh ?? "")).status).toBe(200);
  });

  it("while the new pair is used: nobody is served after the family has ended", async () => {
    const { application, refresh: token } = await aConnection(service);
    const next = tokensOf(await refresh(service, application, token));
    const [, ...answers] = await Promise.all([
      apiStatus(service, next.access),
      ...Array.from({ length: 10 }, () => refresh(service, application, token)),
    ]);
    // Whichever came first, the state is one of two: the token was replayed and all ended, or it was used first and one pair lives.
    const replayed = answers.some(({ status }) => status === 400);
    const pairs = answers.filter(({ status }) => status === 200).map(tokensOf);
    const statuses = await Promise.all([next, ...pairs].map(({ access }) => apiStatus(service, access)));
    expect(statuses.filter((status) => status === 200)).toHaveLength(replayed ? 0 : 1);
  });
});

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
