import { createHash, randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { uninstallApplication } from "../../src/modules/platform/access/applications/uninstall-application.ts";
import { baseUrl, useSharedService } from "../harness/service.ts";
import {
  aCode,
  aConnection,
  anApplication,
  apiStatus,
  authorizePath,
  callback,
  codeFrom,
  credentials,
  exchange,
  postForm,
  refresh,
  request,
  tokensOf,
} from "./fixture.ts";
import { ForeignClient } from "./foreign-client.ts";

const service = useSharedService();

const uninstall = (account: number, application: { id: number }): Promise<void> =>
  service.database
    .within([account])
    .transaction((transaction) => uninstallApplication(transaction, account, application.id));

describe("POST /oauth/revoke (RFC 7009)", () => {
  it("revokes an access token alone", async () => {
    const { application, access, refresh: token } = await aConnection(service);
    await (await ForeignClient.of(service, application)).revoke(access);
    expect(await apiStatus(service, access)).toBe(401);
    expect((await refresh(service, application, token)).status).toBe(200);
  });

  it("revokes a refresh token's whole authorization, and the application stays installed", async () => {
    const { application, account, owner, access, refresh: token } = await aConnection(service);
    const next = tokensOf(await refresh(service, application, token));
    await (await ForeignClient.of(service, application, "basic")).revoke(next.refresh);
    expect(await apiStatus(service, access)).toBe(401);
    expect(await apiStatus(service, next.access)).toBe(401);
    for (const dead of [token, next.refresh]) {
      expect((await refresh(service, application, dead)).json.error).toBe("invalid_grant");
    }
    const again = await owner.get(authorizePath(request(application, { account_id: String(account) })));
    expect(again.status).toBe(302);
  });

  it("revokes a client-credentials token", async () => {
    const { application } = await aConnection(service);
    const client = await ForeignClient.of(service, application);
    const { access_token } = await client.clientCredentials();
    expect(await apiStatus(service, access_token)).toBe(200);
    await client.revoke(access_token);
    expect(await apiStatus(service, access_token)).toBe(401);
  });

  it("answers 200 for unknown and ended tokens with any hint, and refuses another application's token", async () => {
    const { application, access } = await aConnection(service);
    const other = await anApplication(service);
    const revoke = (by: typeof other, token: string, hint = "access_token") =>
      postForm(service, "/oauth/revoke", { ...credentials(by), token, token_type_hint: hint });
    expect((await revoke(application, "nothing")).status).toBe(200);
    const foreign = await revoke(other, access);
    expect([foreign.status, foreign.json.error]).toEqual([400, "invalid_grant"]);
    expect(await apiStatus(service, access)).toBe(200);
    expect((await revoke(application, access, "refresh_token")).status).toBe(200);
    expect((await revoke(application, access, "something")).status).toBe(200);
    const missing = await postForm(service, "/oauth/revoke", credentials(application));
    expect([missing.status, missing.json.error]).toEqual([400, "invalid_request"]);
  });

  it("ignores secrets in the query", async () => {
    const { application, access } = await aConnection(service);
    const query = new URLSearchParams({ ...credentials(application), token: access });
    expect((await postForm(service, `/oauth/revoke?${query}`, {})).status).toBe(401);
    expect((await postForm(service, `/oauth/introspect?${query}`, {})).status).toBe(401);
    expect(await apiStatus(service, access)).toBe(200);
  });
});

describe("POST /oauth/introspect (RFC 7662)", () => {
  it("describes the application's own tokens", async () => {
    const {
      application,
      account,
      owner,
      access,
      refresh: token,
    } = await aConnection(service, { scope: "public rates_write" });
    const client = await ForeignClient.of(service, application);
    const expected = {
      active: true,
      scope: "public rates_write",
      client_id: application.clientId,
      iss: baseUrl,
      iat: expect.any(Number),
      sub: String(owner.id),
      account_id: account,
    };
    const described = await client.introspect(access);
    expect(described).toEqual({ ...expected, token_type: "bearer", exp: expect.any(Number) });
    expect(Math.abs(Number(described.exp) - Number(described.iat) - 7200)).toBeLessThanOrEqual(1);
    expect(await client.introspect(token)).toEqual(expected);
    const { access_token } = await client.clientCredentials();
    expect(await client.introspect(access_token)).toEqual({
      active: true,
      scope: "public",
      client_id: application.clientId,
      token_type: "bearer",
      iss: baseUrl,
      iat: expect.any(Number),
      exp: expect.any(Number),
    });
  });

  it("answers only active: false for any other token", async () => {
    const { application, access, refresh: token } = await aConnection(service);
    const stranger = await ForeignClient.of(service, await anApplication(service));
    const own = await ForeignClient.of(service, application);
    expect(await stranger.introspect(access)).toEqual({ active: false });
    expect(await stranger.introspect(token)).toEqual({ active: false });
    expect(await own.introspect(`roost_${randomBytes(32).toString("base64url")}`)).toEqual({ active: false });

    const next = tokensOf(await refresh(service, application, token));
    expect(await own.introspect(token)).toMatchObject({ active: true });
    await service.sql(
      "update token_pairs set refreshed_at = now() - interval '61 seconds' where refreshed_at is not null",
    );
    expect(await own.introspect(token)).toEqual({ active: false });
    expect(await own.introspect(next.refresh)).toMatchObject({ active: true });
    await service.sql("update access_tokens set expires_at = now() where digest = $1", [
      createHash("sha256").update(access).digest(),
    ]);
    expect(await own.introspect(access)).toEqual({ active: false });
    await own.revoke(next.refresh);
    expect(await own.introspect(next.refresh)).toEqual({ active: false });
    expect(await own.introspect(next.access)).toEqual({ active: false });
  });

  it("answers only active: false while the account is closed", async () => {
    const { application, account, access, refresh: token } = await aConnection(service);
    const own = await ForeignClient.of(service, application);
    await service.sql("update accounts set closed_at = now() where id = $1", [account]);
    expect(await apiStatus(service, access)).toBe(401);
    expect(await own.introspect(access)).toEqual({ active: false });
    expect(await own.introspect(token)).toEqual({ active: false });
    await service.sql("update accounts set closed_at = null where id = $1", [account]);
    expect(await own.introspect(access)).toMatchObject({ active: true });
    expect(await own.introspect(token)).toMatchObject({ active: true });
  });

  it("does not count as a token's use", async () => {
    const { application, refresh: token } = await aConnection(service);
    const next = tokensOf(await refresh(service, application, token));
    const own = await ForeignClient.of(service, application);
    await own.introspect(next.access);
    await own.introspect(next.refresh);
    expect((await refresh(service, application, token)).status).toBe(200);
  });
});

describe("uninstalling an application", () => {
  it("ends that account's tokens, refresh tokens and codes, and no other account's", async () => {
    const { application, account, owner, access, refresh: token } = await aConnection(service);
    const waiting = await codeFrom(owner, application);
    const elsewhere = await aCode(service, application);
    const other = await exchange(service, application, elsewhere.code);
    const client = await ForeignClient.of(service, application);
    const everywhere = (await client.clientCredentials()).access_token;

    await uninstall(account, application);
    expect(await apiStatus(service, access)).toBe(401);
    expect((await refresh(service, application, token)).json.error).toBe("invalid_grant");
    const exchanged = await postForm(service, "/oauth/token", {
      ...credentials(application),
      grant_type: "authorization_code",
      redirect_uri: callback,
      code: waiting,
    });
    expect(exchanged.json.error).toBe("invalid_grant");
    expect(await client.introspect(access)).toEqual({ active: false });
    expect(await client.introspect(token)).toEqual({ active: false });

    expect(await apiStatus(service, other.access)).toBe(200);
    expect((await refresh(service, application, other.refresh)).status).toBe(200);
    // The application's own token lives on: it reads the accounts that still have the application installed.
    const reached = async (): Promise<unknown> => {
      const headers = { authorization: `Bearer ${everywhere}` };
      const answer: unknown = await (await fetch(`${service.url}/api/v3/accounts?fields=id`, { headers })).json();
      return Object(answer).accounts;
    };
    expect(await reached()).toEqual([{ id: elsewhere.account }]);
    await uninstall(elsewhere.account, application);
    expect(await reached()).toEqual([]);
  });

  it("is a 404 when it is not installed, or uninstalled already", async () => {
    const { application, account } = await aConnection(service);
    await uninstall(account, application);
    await expect(uninstall(account, application)).rejects.toMatchObject({ code: "not_found" });
    await expect(uninstall(account, await anApplication(service))).rejects.toMatchObject({ code: "not_found" });
  });

  it("requires new consent on reinstallation, and grants only the scopes approved then", async () => {
    const { application, account, owner, access } = await aConnection(service, { scope: "public bookings_read" });
    await uninstall(account, application);
    const path = authorizePath(request(application, { scope: "public" }));
    expect((await owner.get(path)).status).toBe(200);
    const tokens = await exchange(service, application, await codeFrom(owner, application, { scope: "public" }));
    expect(await apiStatus(service, tokens.access)).toBe(200);
    expect(await apiStatus(service, access)).toBe(401);
    const [row] = await service.sql(
      "select scopes, uninstalled_at from accounts_applications where application_id = $1",
      [application.id],
    );
    expect(row).toEqual({ scopes: ["public"], uninstalled_at: null });
  });

  it("also ends tokens of concurrent exchanges and refreshes", async () => {
    for (let round = 0; round < 10; round++) {
      const { application, account, owner, refresh: token } = await aConnection(service);
      const code = await codeFrom(owner, application);
      const fields = { ...credentials(application), grant_type: "authorization_code", redirect_uri: callback, code };
      const [refreshed, exchanged] = await Promise.all([
        refresh(service, application, token),
        postForm(service, "/oauth/token", fields),
        uninstall(account, application),
      ]);
      for (const answer of [refreshed, exchanged]) {
        expect([200, 400]).toContain(answer.status);
        if (answer.status !== 200) continue;
        expect(await apiStatus(service, tokensOf(answer).access)).toBe(401);
        expect((await refresh(service, application, tokensOf(answer).refresh)).status).toBe(400);
      }
    }
  });
});
