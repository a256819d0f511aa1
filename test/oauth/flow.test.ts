import * as oauth from "oauth4webapi";
import { describe, expect, it } from "vitest";
import { baseUrl, useSharedService } from "../harness/service.ts";
import {
  anApplication,
  aPerson,
  apiStatus,
  authorizePath,
  callback,
  credentials,
  outOfBand,
  postForm,
  request,
  type TokenResponse,
  tokensOf,
  wayBack,
} from "./fixture.ts";
import { ForeignClient } from "./foreign-client.ts";

const service = useSharedService();

describe("a third-party client", () => {
  for (const by of ["post", "basic"] as const) {
    it(`completes the flow from consent to refresh with PKCE and state, authenticating by ${by}`, async () => {
      const application = await anApplication(service);
      const account = await service.anAccount();
      const owner = await aPerson(service, [{ account }]);
      const client = await ForeignClient.of(service, application, by);
      const verifier = oauth.generateRandomCodeVerifier();
      const state = oauth.generateRandomState();
      const path = client.authorizePath({
        redirect_uri: callback,
        scope: "public bookings_read",
        state,
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
      });

      const answer = await owner.answer(path, "approve");
      expect(answer.status).toBe(303);
      expect(wayBack(answer).get("iss")).toBe(baseUrl);
      expect(application.clientId).toMatch(/^[0-9a-f]{32}$/);
      const tokens = await client.exchange(answer.headers.get("location"), callback, { state, verifier });
      expect(tokens).toEqual({
        access_token: expect.stringMatching(/^roost_[\w-]{43}$/),
        token_type: "bearer",
        expires_in: 7200,
        refresh_token: expect.stringMatching(/^roost_refresh_[\w-]{43}$/),
        scope: "public bookings_read",
      });
      expect((await client.call("/rentals", tokens.access_token)).status).toBe(200);

      const fresh = await client.refresh(tokens.refresh_token ?? "");
      expect(fresh.access_token).not.toBe(tokens.access_token);
      expect(fresh.refresh_token).not.toBe(tokens.refresh_token);
      expect(fresh.scope).toBe("public bookings_read");
      expect((await client.call("/bookings", fresh.access_token)).status).toBe(200);
    });
  }

  it("completes the flow without PKCE and state, for the chosen account", async () => {
    const application = await anApplication(service);
    const client = await ForeignClient.of(service, application);
    const mine = await service.anAccount({ business_name: "Casa Alta" });
    const other = await service.anAccount({ business_name: "Casa Baja" });
    const owner = await aPerson(service, [{ account: mine }, { account: other }]);
    const path = client.authorizePath({ redirect_uri: callback });
    const answer = await owner.answer(path, "approve", { account_id: String(other) });
    const tokens = await client.exchange(answer.headers.get("location"), callback);
    expect(tokens.scope).toBe("public");
    expect(await client.introspect(tokens.access_token)).toMatchObject({ active: true, account_id: other });
  });

  it("receives access_denied after a denial", async () => {
    const application = await anApplication(service);
    const client = await ForeignClient.of(service, application);
    const owner = await aPerson(service, [{ account: await service.anAccount() }]);
    const answer = await owner.answer(client.authorizePath({ redirect_uri: callback, state: "s1" }), "deny");
    await expect(client.exchange(answer.headers.get("location"), callback, { state: "s1" })).rejects.toMatchObject({
      code: oauth.AUTHORIZATION_RESPONSE_ERROR,
      error: "access_denied",
    });
  });
});

describe("the flow of service.md", () => {
  it("shows the code on our page for urn:ietf:wg:oauth:2.0:oob, and accepts all parameters in the query", async () => {
    const application = await anApplication(service);
    const owner = await aPerson(service, [{ account: await service.anAccount() }]);
    const shown = await owner.answer(authorizePath(request(application, { redirect_uri: outOfBand })), "approve");
    expect(shown.status).toBe(200);
    const code = /<code class="secret" id="code"[^>]*>([^<]+)<\/code>/.exec(await shown.text())?.[1] ?? "";
    expect(code).toMatch(/^[\w-]{43}$/);

    const inQuery = (parameters: Record<string, string>): Promise<TokenResponse> =>
      postForm(service, `/oauth/token?${new URLSearchParams({ ...credentials(application), ...parameters })}`, {});
    const exchanged = await inQuery({ grant_type: "authorization_code", redirect_uri: outOfBand, code });
    expect(exchanged.status).toBe(200);
    expect(exchanged.headers.get("content-type")).toMatch(/^application\/json/);
    expect(exchanged.headers.get("cache-control")).toBe("no-store");
    const fields = ["access_token", "expires_in", "refresh_token", "scope", "token_type"];
    expect(Object.keys(exchanged.json).sort()).toEqual(fields);

    const refresh_token = tokensOf(exchanged).refresh;
    const refreshed = await inQuery({ grant_type: "refresh_token", redirect_uri: outOfBand, refresh_token });
    expect(Object.keys(refreshed.json).sort()).toEqual(fields);
    expect(await apiStatus(service, tokensOf(refreshed).access)).toBe(200);
  });

  it("accepts query parameters without a body", async () => {
    const application = await anApplication(service);
    const query = new URLSearchParams({ ...credentials(application), grant_type: "client_credentials" });
    expect((await fetch(`${service.url}/oauth/token?${query}`, { method: "POST" })).status).toBe(200);
  });

  it("accepts a parameter in query and form only with equal values", async () => {
    const application = await anApplication(service);
    const { client_id, client_secret } = credentials(application);
    const fields = { client_id, client_secret, grant_type: "client_credentials" };
    expect((await postForm(service, `/oauth/token?client_id=${client_id}`, fields)).status).toBe(200);
    const other = await postForm(service, "/oauth/token?grant_type=refresh_token", fields);
    expect([other.status, other.json]).toEqual([
      400,
      { error: "invalid_request", error_description: "grant_type must not be repeated." },
    ]);
    const twice = await postForm(service, "/oauth/token", [
      ...Object.entries(fields),
      ["grant_type", "client_credentials"],
    ]);
    expect([twice.status, twice.json.error]).toEqual([400, "invalid_request"]);
  });
});

describe("the metadata document (RFC 8414)", () => {
  it("lists the endpoints and supported features", async () => {
    const response = await fetch(`${service.url}/.well-known/oauth-authorization-server`);
    expect(response.headers.get("content-type")).toMatch(/^application\/json/);
    expect(await response.json()).toMatchObject({
      issuer: baseUrl,
      authorization_endpoint: `${baseUrl}/oauth/authorize`,
      token_endpoint: `${baseUrl}/oauth/token`,
      revocation_endpoint: `${baseUrl}/oauth/revoke`,
      introspection_endpoint: `${baseUrl}/oauth/introspect`,
      response_types_supported: ["code"],
      grant_types_supported: ["authorization_code", "refresh_token", "client_credentials"],
      token_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post"],
      code_challenge_methods_supported: ["S256"],
      authorization_response_iss_parameter_supported: true,
      scopes_supported: expect.arrayContaining(["public", "bookings_write_owned", "payouts_read"]),
    });
  });
});
