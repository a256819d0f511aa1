import { createHash, randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { useService } from "../harness/service.ts";
import {
  aCode,
  aConnection,
  anApplication,
  apiStatus,
  callback,
  credentials,
  exchange,
  outOfBand,
  postForm,
  type TestApplication,
  tokensOf,
} from "./fixture.ts";

const service = useService();

const basic = (id: string, secret: string): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`,
});

const codeRequest = (application: TestApplication, code: string): Record<string, string> => ({
  ...credentials(application),
  grant_type: "authorization_code",
  redirect_uri: callback,
  code,
});

describe("client authentication", () => {
  const attempts: Record<string, (application: TestApplication) => [Record<string, string>, Record<string, string>]> = {
    "a wrong secret": ({ clientId }) => [{ client_id: clientId, client_secret: "wrong" }, {}],
    "the secret's digest": ({ clientId, clientSecret }) => [
      { client_id: clientId, client_secret: createHash("sha256").update(clientSecret).digest("hex") },
      {},
    ],
    "an unknown client": () => [{ client_id: "nobody", client_secret: "x" }, {}],
    "a missing secret": ({ clientId }) => [{ client_id: clientId }, {}],
    "a code verifier instead of a secret": ({ clientId }) => [
      { client_id: clientId, code_verifier: "a".repeat(43) },
      {},
    ],
    "a request without credentials": () => [{}, {}],
    "a wrong secret by Basic": ({ clientId }) => [{}, basic(clientId, "wrong")],
    "garbage by Basic": () => [{}, { authorization: "Basic %%%" }],
    "badly encoded credentials by Basic": () => [{}, basic("%zz", "%")],
  };
  for (const [what, attempt] of Object.entries(attempts)) {
    it(`answers ${what} with 401 invalid_client and a challenge`, async () => {
      const application = await anApplication(service);
      const [fields, headers] = attempt(application);
      for (const path of ["/oauth/token", "/oauth/revoke", "/oauth/introspect"]) {
        const all = { grant_type: "authorization_code", code: "x", redirect_uri: callback, token: "x", ...fields };
        const answer = await postForm(service, path, all, headers);
        expect([answer.status, answer.json.error]).toEqual([401, "invalid_client"]);
        expect(answer.headers.get("www-authenticate")).toBe('Basic realm="oauth", charset="UTF-8"');
        expect(answer.headers.get("cache-control")).toBe("no-store");
      }
    });
  }

  it("accepts HTTP Basic, percent-encoded or not", async () => {
    const application = await anApplication(service);
    const encoded = [...application.clientSecret].map((c) => `%${c.charCodeAt(0).toString(16)}`).join("");
    for (const secret of [application.clientSecret, encoded]) {
      const answer = await postForm(
        service,
        "/oauth/token",
        { grant_type: "client_credentials" },
        basic(application.clientId, secret),
      );
      expect(answer.status).toBe(200);
    }
  });

  it("answers two authentication methods at once with invalid_request", async () => {
    const application = await anApplication(service);
    const headers = basic(application.clientId, application.clientSecret);
    const both = await postForm(
      service,
      "/oauth/token",
      { ...credentials(application), grant_type: "client_credentials" },
      headers,
    );
    expect([both.status, both.json.error]).toEqual([400, "invalid_request"]);
    const other = await postForm(
      service,
      "/oauth/token",
      { client_id: "other", grant_type: "client_credentials" },
      headers,
    );
    expect([other.status, other.json.error]).toEqual([400, "invalid_request"]);
    const same = { client_id: application.clientId, grant_type: "client_credentials" };
    expect((await postForm(service, "/oauth/token", same, headers)).status).toBe(200);
  });
});

describe("a token request", () => {
  it("requires a supported grant type", async () => {
    const application = await anApplication(service);
    const errors = [];
    for (const grant_type of [
      "",
      "password",
      "implicit",
      "urn:ietf:params:oauth:grant-type:device_code",
      "__proto__",
    ]) {
      const { status, json } = await postForm(service, "/oauth/token", { ...credentials(application), grant_type });
      errors.push([status, json.error]);
    }
    const unsupported = [400, "unsupported_grant_type"];
    expect(errors).toEqual([[400, "invalid_request"], unsupported, unsupported, unsupported, unsupported]);
  });

  it("must be a POST with a form body", async () => {
    const application = await anApplication(service);
    const body = JSON.stringify({ ...credentials(application), grant_type: "client_credentials" });
    for (const type of ["application/json", "application/vnd.api+json", "text/plain"]) {
      const response = await fetch(`${service.url}/oauth/token`, {
        method: "POST",
        headers: { "content-type": type },
        body,
      });
      expect(response.status).toBe(400);
      expect(await response.json()).toEqual({
        error: "invalid_request",
        error_description: "The body must be application/x-www-form-urlencoded.",
      });
    }
    const query = new URLSearchParams({ ...credentials(application), grant_type: "client_credentials" });
    for (const method of ["GET", "PUT", "DELETE"]) {
      const response = await fetch(`${service.url}/oauth/token?${query}`, { method });
      expect([response.status, response.headers.get("allow")]).toEqual([405, "POST"]);
      expect(await response.json()).toMatchObject({ error: "invalid_request" });
    }
  });

  it("requires its grant type's parameters", async () => {
    const application = await anApplication(service);
    const { code } = await aCode(service, application);
    const without = async (name: string): Promise<unknown[]> => {
      const { [name]: _left, ...fields } = codeRequest(application, code);
      const { status, json } = await postForm(service, "/oauth/token", fields);
      return [status, json.error];
    };
    expect(await without("code")).toEqual([400, "invalid_request"]);
    expect(await without("redirect_uri")).toEqual([400, "invalid_request"]);
    const refresh = await postForm(service, "/oauth/token", {
      ...credentials(application),
      grant_type: "refresh_token",
    });
    expect([refresh.status, refresh.json.error]).toEqual([400, "invalid_request"]);
    // None of these requests consumed the code.
    expect((await postForm(service, "/oauth/token", codeRequest(application, code))).status).toBe(200);
  });
});

describe("an authorization code", () => {
  it("works once, and revokes all its tokens when replayed", async () => {
    const application = await anApplication(service);
    const { code } = await aCode(service, application);
    const first = await exchange(service, application, code);
    const second = tokensOf(
      await postForm(service, "/oauth/token", {
        ...credentials(application),
        grant_type: "refresh_token",
        refresh_token: first.refresh,
      }),
    );
    expect(await apiStatus(service, second.access)).toBe(200);

    const replay = await postForm(service, "/oauth/token", codeRequest(application, code));
    expect([replay.status, replay.json.error]).toEqual([400, "invalid_grant"]);
    expect(await apiStatus(service, first.access)).toBe(401);
    expect(await apiStatus(service, second.access)).toBe(401);
    const refused = await postForm(service, "/oauth/token", {
      ...credentials(application),
      grant_type: "refresh_token",
      refresh_token: second.refresh,
    });
    expect([refused.status, refused.json.error]).toEqual([400, "invalid_grant"]);
  });

  it("succeeds at most once in twenty concurrent exchanges, and its tokens are revoked", async () => {
    const application = await anApplication(service);
    const { code } = await aCode(service, application);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => postForm(service, "/oauth/token", codeRequest(application, code))),
    );
    const successful = answers.filter(({ status }) => status === 200);
    expect(successful).toHaveLength(1);
    expect(answers.filter(({ json }) => json.error === "invalid_grant")).toHaveLength(19);
    for (const answer of successful) expect(await apiStatus(service, tokensOf(answer).access)).toBe(401);
  });

  it("is refused to another application, and stays valid for its own", async () => {
    const application = await anApplication(service);
    const other = await anApplication(service);
    const { code } = await aCode(service, application);
    const stolen = await postForm(service, "/oauth/token", codeRequest(other, code));
    expect([stolen.status, stolen.json.error]).toEqual([400, "invalid_grant"]);
    const tokens = await exchange(service, application, code);
    // Another application cannot revoke tokens by replaying a used code.
    await postForm(service, "/oauth/token", codeRequest(other, code));
    expect(await apiStatus(service, tokens.access)).toBe(200);
  });

  it("requires the redirect URI of its authorization request", async () => {
    const application = await anApplication(service);
    for (const redirect_uri of [outOfBand, `${callback}/`, "https://evil.example/"]) {
      const { code } = await aCode(service, application);
      const { status, json } = await postForm(service, "/oauth/token", {
        ...codeRequest(application, code),
        redirect_uri,
      });
      expect([status, json.error]).toEqual([400, "invalid_grant"]);
    }
  });

  it("expires after five minutes", async () => {
    const application = await anApplication(service);
    const { code } = await aCode(service, application);
    const digest = createHash("sha256").update(code).digest();
    const [row] = await service.sql(
      "select extract(epoch from expires_at - created_at)::integer as seconds from authorization_codes where digest = $1",
      [digest],
    );
    expect(row?.seconds).toBe(300);
    await service.sql("update authorization_codes set expires_at = now() where digest = $1", [digest]);
    const { status, json } = await postForm(service, "/oauth/token", codeRequest(application, code));
    expect([status, json]).toEqual([
      400,
      { error: "invalid_grant", error_description: "The authorization code has expired." },
    ]);
  });

  it("is refused while its account is closed, in which its tokens would not work, and stays valid", async () => {
    const application = await anApplication(service);
    const { account, code } = await aCode(service, application);
    await service.sql("update accounts set closed_at = now() where id = $1", [account]);
    const { status, json } = await postForm(service, "/oauth/token", codeRequest(application, code));
    expect([status, json]).toEqual([400, { error: "invalid_grant", error_description: "The account is closed." }]);
    await service.sql("update accounts set closed_at = null where id = $1", [account]);
    expect(await apiStatus(service, (await exchange(service, application, code)).access)).toBe(200);
  });

  it("is refused once its approver is no longer an owner of the account", async () => {
    const application = await anApplication(service);
    for (const change of ["update memberships set role = 'manager'", "delete from memberships"]) {
      const { account, code } = await aCode(service, application);
      await service.sql(`${change} where account_id = $1`, [account]);
      const { status, json } = await postForm(service, "/oauth/token", codeRequest(application, code));
      expect([status, json.error, json.error_description]).toEqual([
        400,
        "invalid_grant",
        "The user who approved the authorization is no longer an owner of the account.",
      ]);
    }
  });

  it("is invalid_grant when it was never issued", async () => {
    const application = await anApplication(service);
    for (const code of ["x", randomBytes(32).toString("base64url"), "ü", "a\0b"]) {
      const { status, json } = await postForm(service, "/oauth/token", codeRequest(application, code));
      expect(status).toBe(400);
      expect(["invalid_grant", "invalid_request"]).toContain(json.error);
    }
  });
});

describe("PKCE", () => {
  const verifier = randomBytes(32).toString("base64url");
  const challenge = {
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  };
  const attempts: Record<string, [Record<string, string>, Record<string, string>, number]> = {
    "accepts the right verifier": [challenge, { code_verifier: verifier }, 200],
    "refuses a missing verifier": [challenge, {}, 400],
    "refuses another verifier": [challenge, { code_verifier: randomBytes(32).toString("base64url") }, 400],
    "refuses the challenge as verifier, as with plain": [challenge, { code_verifier: challenge.code_challenge }, 400],
    "refuses a verifier without an earlier challenge (downgrade)": [{}, { code_verifier: verifier }, 400],
  };
  for (const [what, [requested, presented, expected]] of Object.entries(attempts)) {
    it(what, async () => {
      const application = await anApplication(service);
      const { code } = await aCode(service, application, requested);
      const { status, json } = await postForm(service, "/oauth/token", {
        ...codeRequest(application, code),
        ...presented,
      });
      expect(status).toBe(expected);
      if (expected !== 200) expect(json.error).toBe("invalid_grant");
    });
  }
});

describe("an access token", () => {
  it("expires after two hours", async () => {
    const { access } = await aConnection(service);
    expect(await apiStatus(service, access)).toBe(200);
    const digest = createHash("sha256").update(access).digest();
    const [row] = await service.sql(
      "select extract(epoch from expires_at - created_at) as seconds from access_tokens where digest = $1",
      [digest],
    );
    expect(Math.round(Number(row?.seconds))).toBe(7200);
    await service.sql("update access_tokens set expires_at = now() - interval '1 second' where digest = $1", [digest]);
    expect(await apiStatus(service, access)).toBe(401);
  });
});

describe("client credentials", () => {
  it("yield a token for the public scope, without a refresh token", async () => {
    const { application } = await aConnection(service, { scope: "public bookings_read" });
    for (const scope of ["", "public"]) {
      const { status, json } = await postForm(service, "/oauth/token", {
        ...credentials(application),
        grant_type: "client_credentials",
        scope,
      });
      expect(status).toBe(200);
      expect(json).toEqual({
        access_token: expect.stringMatching(/^roost_/),
        token_type: "bearer",
        expires_in: 7200,
        scope: "public",
      });
      expect(await apiStatus(service, String(json.access_token))).toBe(200);
    }
  });

  it("work before any account has installed the application, and read nothing", async () => {
    const application = await anApplication(service);
    const fields = { ...credentials(application), grant_type: "client_credentials" };
    const { json } = await postForm(service, "/oauth/token", fields);
    const lone = { headers: { authorization: `Bearer ${String(json.access_token)}` } };
    const stay = "start_at=2090-05-01&end_at=2090-05-08&adults=2";
    for (const path of ["/accounts", "/rentals", "/bookings", `/rentals/search?${stay}`]) {
      const response = await fetch(`${service.url}/api/v3${path}`, lone);
      expect([path, response.status, response.headers.get("x-total-count")]).toEqual([path, 200, "0"]);
      await response.text();
    }
  });

  it("never yield another scope, whatever the application is registered for", async () => {
    const application = await anApplication(service);
    for (const scope of ["bookings_read", "public bookings_read", "nothing", "public\tbookings_read"]) {
      const fields = { ...credentials(application), grant_type: "client_credentials", scope };
      const { status, json } = await postForm(service, "/oauth/token", fields);
      expect([status, json.error]).toEqual([400, "invalid_scope"]);
    }
    const shy = await anApplication(service, { scopes: ["bookings_read"] });
    const { json } = await postForm(service, "/oauth/token", { ...credentials(shy), grant_type: "client_credentials" });
    expect(json.error).toBe("invalid_scope");
  });
});
