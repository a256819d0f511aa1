import { describe, expect, it } from "vitest";
import { baseUrl, useSharedService } from "../harness/service.ts";
import {
  anApplication,
  aPerson,
  authorizePath,
  callback,
  codeFrom,
  credentials,
  exchange,
  hiddenFields,
  outOfBand,
  postForm,
  refresh,
  request,
  tokensOf,
  wayBack,
} from "./fixture.ts";

const service = useSharedService();

describe("a loopback redirect URI", () => {
  it.each([
    ["http://127.0.0.1:3000/loopback", "http://127.0.0.1:50123/loopback"],
    ["http://127.0.0.1/loopback?a=1", "http://127.0.0.1:50123/loopback?a=1"],
    ["http://[::1]:3000/loopback", "http://[::1]:50123/loopback"],
    ["http://localhost:3000/loopback", "http://localhost/loopback"],
  ])("registered as %s also matches %s", async (registered, redirectUri) => {
    const application = await anApplication(service, { redirectUris: [registered] });
    const owner = await aPerson(service, [{ account: await service.anAccount() }]);
    const path = authorizePath(request(application, { redirect_uri: redirectUri }));
    const code = wayBack(await owner.answer(path, "approve"), redirectUri).get("code") ?? "";
    const exchanged = (uri: string) =>
      postForm(service, "/oauth/token", {
        ...credentials(application),
        ...{ grant_type: "authorization_code", redirect_uri: uri, code },
      });
    const tokens = tokensOf(await exchanged(redirectUri));
    const refreshed = await refresh(service, application, tokens.refresh, { redirect_uri: redirectUri });
    expect(refreshed.status).toBe(200);
    const signIn = await fetch(`${service.url}/sign_in?${new URLSearchParams({ return_to: path })}`);
    expect(signIn.headers.get("content-security-policy")).toMatch(/form-action 'self' http:/);
  });
});

describe("a request without a valid redirect URI", () => {
  const wrong: Record<string, Record<string, string>> = {
    "an unknown client": { client_id: "nobody" },
    "a missing client": { client_id: "" },
    "a client id with a zero byte": { client_id: "a\0b" },
    "a missing redirect URI": { redirect_uri: "" },
    "a trailing slash": { redirect_uri: `${callback}/` },
    "another port": { redirect_uri: "https://channel.example:8443/callback" },
    "the default port spelled out": { redirect_uri: "https://channel.example:443/callback" },
    "a subpath": { redirect_uri: `${callback}/deeper` },
    "a path in another case": { redirect_uri: "https://channel.example/Callback" },
    "a host in another case": { redirect_uri: "https://Channel.example/callback" },
    "another scheme": { redirect_uri: "http://channel.example/callback" },
    "an added query": { redirect_uri: `${callback}?next=1` },
    "an added fragment": { redirect_uri: `${callback}#x` },
    "an added user name": { redirect_uri: "https://channel.example@evil.example/callback" },
    "a path with dot segments": { redirect_uri: "https://channel.example/callback/../callback" },
    "another host": { redirect_uri: "https://evil.example/callback" },
  };
  for (const [what, changes] of Object.entries(wrong)) {
    it(`answers ${what} with an error page, not a redirect`, async () => {
      const application = await anApplication(service);
      const owner = await aPerson(service, [{ account: await service.anAccount() }]);
      const response = await owner.get(authorizePath(request(application, changes)));
      expect(response.status).toBe(400);
      expect(response.headers.get("location")).toBeNull();
      expect(response.headers.get("content-type")).toMatch(/^text\/html/);
      expect(response.headers.get("x-frame-options")).toBe("DENY");
    });
  }

  it.each([
    "http://127.0.0.1:1/callback",
    "http://127.0.0.2:50123/loopback",
    "http://127.0.0.1:50123/loopback/",
    "http://127.0.0.1:99999/loopback",
    "https://127.0.0.1:50123/loopback",
    "http://127.0.0.1:50123@evil.example/loopback",
    "http://evil@127.0.0.1:50123/loopback",
    "http://127.0.0.1.evil.example:50123/loopback",
    "http://evil.example:50123/loopback",
  ])("refuses %s, which matches no registered loopback redirect URI", async (redirectUri) => {
    const redirectUris = ["http://127.0.0.1:3000/loopback", "http://[::1]/loopback", "https://evil.example/loopback"];
    const application = await anApplication(service, { redirectUris });
    const path = authorizePath(request(application, { redirect_uri: redirectUri }));
    expect((await fetch(service.url + path, { redirect: "manual" })).status).toBe(400);
  });

  it("refuses a repeated redirect_uri", async () => {
    const application = await anApplication(service);
    const path = `${authorizePath(request(application))}&redirect_uri=${encodeURIComponent(callback)}`;
    expect((await fetch(service.url + path, { redirect: "manual" })).status).toBe(400);
  });

  it("refuses another application's redirect URI", async () => {
    const application = await anApplication(service, { redirectUris: ["https://other.example/callback"] });
    const response = await fetch(service.url + authorizePath(request(application)), { redirect: "manual" });
    expect(response.status).toBe(400);
  });
});

describe("any other invalid request", () => {
  const wrong: Record<string, [Record<string, string>, string]> = {
    "a missing response_type": [{ response_type: "" }, "invalid_request"],
    "the implicit grant": [{ response_type: "token" }, "unsupported_response_type"],
    "another response mode": [{ response_mode: "fragment" }, "invalid_request"],
    "an unknown scope": [{ scope: "public everything" }, "invalid_scope"],
    "an unregistered scope": [{ scope: "public payments_write" }, "invalid_scope"],
    "a blank scope": [{ scope: " " }, "invalid_scope"],
    "PKCE with plain": [{ code_challenge: "a".repeat(43), code_challenge_method: "plain" }, "invalid_request"],
    "PKCE without a method, which would mean plain": [{ code_challenge: "a".repeat(43) }, "invalid_request"],
    "a PKCE method without a challenge": [{ code_challenge_method: "S256" }, "invalid_request"],
    "a short challenge": [{ code_challenge: "a".repeat(42), code_challenge_method: "S256" }, "invalid_request"],
  };
  for (const [what, [changes, error]] of Object.entries(wrong)) {
    it(`redirects ${what} back as an error, with state and issuer`, async () => {
      const application = await anApplication(service);
      const path = authorizePath(request(application, { state: "a b&c=ü", ...changes }));
      const response = await fetch(service.url + path, { redirect: "manual" });
      expect(response.status).toBe(302);
      expect(Object.fromEntries(wayBack(response))).toEqual({
        error,
        error_description: expect.stringMatching(/^[\x20\x21\x23-\x5b\x5d-\x7e]+$/),
        state: "a b&c=ü",
        iss: baseUrl,
      });
    });
  }

  it("redirects a repeated parameter back as invalid_request", async () => {
    const application = await anApplication(service);
    const path = `${authorizePath(request(application))}&scope=public&scope=public`;
    const response = await fetch(service.url + path, { redirect: "manual" });
    expect(wayBack(response).get("error")).toBe("invalid_request");
  });

  it("keeps the query of a registered redirect URI in the redirect", async () => {
    const own = "https://channel.example/callback?tenant=7";
    const application = await anApplication(service, { redirectUris: [own] });
    const owner = await aPerson(service, [{ account: await service.anAccount() }]);
    const path = authorizePath(request(application, { redirect_uri: own }));
    const denied = await owner.answer(path, "deny");
    expect(denied.headers.get("location")).toMatch(
      /^https:\/\/channel\.example\/callback\?tenant=7&error=access_denied&/,
    );
    const approved = await owner.answer(path, "approve");
    expect(approved.headers.get("location")).toMatch(
      /^https:\/\/channel\.example\/callback\?tenant=7&code=[\w-]{43}&iss=/,
    );
  });

  it("shows the error on our page for an out-of-band redirect URI", async () => {
    const application = await anApplication(service);
    const path = authorizePath(request(application, { redirect_uri: outOfBand, scope: "nothing" }));
    const response = await fetch(service.url + path, { redirect: "manual" });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('<code id="error">invalid_scope</code>');
  });
});

describe("the consent page", () => {
  it("redirects a signed-out user to sign-in and back to the request", async () => {
    const application = await anApplication(service);
    const path = authorizePath(request(application, { scope: "public rates_write", state: "x/y" }));
    const response = await fetch(service.url + path, { redirect: "manual" });
    expect(response.status).toBe(302);
    const location = new URL(response.headers.get("location") ?? "", service.url);
    expect(location.pathname).toBe("/sign_in");
    const back = new URL(location.searchParams.get("return_to") ?? "", service.url);
    expect(back.pathname).toBe("/oauth/authorize");
    expect(Object.fromEntries(back.searchParams)).toMatchObject(
      request(application, { scope: "public rates_write", state: "x/y" }),
    );
  });

  it("names application, account and scopes in plain words, escapes them, and forbids framing", async () => {
    const application = await anApplication(service, { name: '<b>"Sun & Sea"</b>' });
    const owner = await aPerson(service, [
      { account: await service.anAccount({ business_name: "Les <i>Robles</i>" }) },
    ]);
    const response = await owner.get(
      authorizePath(request(application, { scope: "public bookings_write_owned", state: '"><script>' })),
    );
    const text = await response.text();
    expect(text).toContain("Connect &lt;b&gt;&quot;Sun &amp; Sea&quot;&lt;/b&gt; with Les &lt;i&gt;Robles&lt;/i&gt;?");
    expect(text).toContain("<li>See public data: rentals, photos, fees, availability</li>");
    expect(text).toContain("<li>Create bookings, and change and cancel its own</li>");
    expect(text).not.toContain("<script>");
    expect(hiddenFields(text).state).toBe('"><script>');
    expect(response.headers.get("content-security-policy")).toMatch(
      /form-action 'self' https:\/\/channel\.example; frame-ancestors 'none'/,
    );
    expect(response.headers.get("x-frame-options")).toBe("DENY");
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("referrer-policy")).toBe("no-referrer");
  });

  it("offers the user's own accounts, with account_id preselected", async () => {
    const application = await anApplication(service);
    const [own, second, managed, cleaned] = await Promise.all([
      ...[service.anAccount(), service.anAccount(), service.anAccount(), service.anAccount()],
    ]);
    const person = await aPerson(service, [
      { account: Number(own) },
      { account: Number(second) },
      { account: Number(managed), role: "manager" },
      { account: Number(cleaned), role: "cleaner" },
    ]);
    const text = await (await person.get(authorizePath(request(application, { account_id: String(second) })))).text();
    expect(
      [...text.matchAll(/name="account_id" value="(\d+)" required( checked)?/g)]
        .map(([, id, checked]) => [Number(id), checked !== undefined])
        .sort(),
    ).toEqual(
      [
        [own, false],
        [second, true],
      ].sort(),
    );
    const none = await (await person.get(authorizePath(request(application, { account_id: String(cleaned) })))).text();
    expect(none).not.toContain(" checked");

    const path = authorizePath(request(application));
    expect((await person.answer(path, "approve")).status).toBe(422);
    expect((await person.answer(path, "approve", { account_id: String(cleaned) })).status).toBe(422);
    expect((await person.answer(path, "approve", { account_id: String(managed) })).status).toBe(422);
    expect((await person.answer(path, "approve", { account_id: "1e3" })).status).toBe(422);
  });

  it("refuses a manager and a cleaner, and points them to an owner", async () => {
    const application = await anApplication(service);
    for (const role of ["manager", "cleaner"] as const) {
      const person = await aPerson(service, [{ account: await service.anAccount(), role }]);
      const response = await person.get(authorizePath(request(application, { state: "s" })));
      expect(response.status).toBe(403);
      const text = await response.text();
      expect(text).toContain("Ask an owner");
      expect(text).toContain(`href="${callback}?error=access_denied&amp;`);
    }
  });

  it("grants nothing without the session's own CSRF token", async () => {
    const application = await anApplication(service);
    const account = await service.anAccount();
    const [owner, attacker] = [await aPerson(service, [{ account }]), await aPerson(service, [{ account }])];
    const path = authorizePath(request(application));
    const fields = hiddenFields(await (await attacker.get(path)).text());
    expect(fields.csrf_token).toMatch(/^[\w-]+$/);
    const { csrf_token: _token, ...without } = fields;
    for (const submitted of [fields, without, { ...fields, csrf_token: "" }]) {
      const response = await owner.post("/oauth/authorize", { ...submitted, decision: "approve" });
      expect(response.status).toBe(403);
    }
    expect(
      await service.sql("select 1 from accounts_applications where application_id = $1", [application.id]),
    ).toEqual([]);
  });

  it("validates the request again when the form is submitted", async () => {
    const application = await anApplication(service);
    const owner = await aPerson(service, [{ account: await service.anAccount() }]);
    const path = authorizePath(request(application));
    expect((await owner.answer(path, "approve", { redirect_uri: "https://evil.example/" })).status).toBe(400);
    const more = await owner.answer(path, "approve", { scope: "public payments_write" });
    expect(wayBack(more).get("error")).toBe("invalid_scope");
  });
});

describe("an installed application", () => {
  it("skips consent for the same or fewer scopes, but not for more, another account or prompt=consent", async () => {
    const application = await anApplication(service);
    const account = await service.anAccount();
    const owner = await aPerson(service, [{ account }]);
    await codeFrom(owner, application, { scope: "public bookings_read" });
    const get = (changes: Record<string, string>) => owner.get(authorizePath(request(application, changes)));

    for (const scope of ["public bookings_read", "bookings_read public", "public", ""]) {
      const response = await get({ scope, state: "again" });
      expect(response.status).toBe(302);
      expect(wayBack(response).get("state")).toBe("again");
      const tokens = await exchange(service, application, wayBack(response).get("code") ?? "");
      expect(tokens.access).toMatch(/^roost_/);
    }
    expect((await get({ scope: "public rates_write" })).status).toBe(200);
    expect((await get({ prompt: "consent" })).status).toBe(200);
    expect((await get({ account_id: "999999999" })).status).toBe(200);
    expect((await get({ account_id: String(account) })).status).toBe(302);

    const both = await aPerson(service, [{ account }, { account: await service.anAccount() }]);
    expect((await both.get(authorizePath(request(application)))).status).toBe(200);
    expect((await both.get(authorizePath(request(application, { account_id: String(account) })))).status).toBe(302);
  });

  it("keeps its scopes when more are approved", async () => {
    const application = await anApplication(service);
    const account = await service.anAccount();
    const owner = await aPerson(service, [{ account }]);
    await codeFrom(owner, application, { scope: "bookings_read" });
    await codeFrom(owner, application, { scope: "rates_write" });
    const [row] = await service.sql("select scopes from accounts_applications where application_id = $1", [
      application.id,
    ]);
    expect(row?.scopes).toEqual(["bookings_read", "rates_write"]);
  });
});
