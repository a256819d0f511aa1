import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { setPassword } from "../../src/modules/platform/people/passwords/set-password.ts";
import { openSession } from "../../src/modules/platform/people/sessions.ts";
import { type Person, password, useFixture } from "./fixture.ts";
import { PlainBrowser } from "./plain-browser.ts";

const fixture = useFixture();

/** The redirect of /password without a session. */
const toSignIn = { status: 303, location: "/sign_in?return_to=%2Fpassword" };

function secretOf(browser: PlainBrowser): string {
  const secret = browser.cookies.get("roost_session");
  if (secret === undefined) throw new Error("the browser has no session");
  return secret;
}

function digestOf(secret: string): Buffer {
  return createHash("sha256").update(Buffer.from(secret, "base64url")).digest();
}

/** Moves a user's sessions into the past. */
async function age(person: Person, column: "last_seen_at" | "expires_at", by: string): Promise<void> {
  await fixture.sql(`update sessions set ${column} = ${column} - $2::interval where user_id = $1`, [person.id, by]);
}

describe("the cookie", () => {
  test("the session cookie over HTTPS is host-only, secure and hidden from scripts", async () => {
    const browser = new PlainBrowser(await fixture.serve({ proxied: true }), { "x-forwarded-proto": "https" });
    const { email } = await fixture.aPerson();
    const form = await browser.get("/sign_in");
    expect(form.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-roost_visit=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure$/),
    ]);
    expect(form.headers.get("strict-transport-security")).toMatch(/^max-age=31536000/);
    const signedIn = await browser.post("/sign_in", { email, password });
    expect(signedIn.headers.getSetCookie()).toEqual([
      "__Host-roost_visit=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0; Secure",
      expect.stringMatching(
        /^__Host-roost_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=1209600; Secure$/,
      ),
      expect.stringMatching(
        /^__Host-roost_device=[\w-]{43}\.[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=31536000; Secure$/,
      ),
    ]);
    expect((await browser.get("/password")).status).toBe(200);
    // The cookie name of plain HTTP is ignored.
    const secret = browser.cookies.get("__Host-roost_session") ?? "";
    browser.cookies.clear();
    browser.cookies.set("roost_session", secret);
    expect(await browser.get("/password")).toMatchObject(toSignIn);
  });

  test("the session cookie without TLS has no Secure attribute", async () => {
    const browser = new PlainBrowser(fixture.url);
    const { email } = await fixture.aPerson();
    const seen = await browser.signIn(email, password);
    expect(seen.headers.getSetCookie().slice(1)).toEqual([
      expect.stringMatching(/^roost_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=1209600$/),
      expect.stringMatching(/^roost_device=[\w-]{43}\.[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=31536000$/),
    ]);
  });

  test("redirects a plain request to HTTPS before it sets a cookie", async () => {
    const seen = await new PlainBrowser(await fixture.serve({ proxied: true })).get("/sign_in");
    expect(seen).toMatchObject({ status: 302, location: "https://roost.test/sign_in" });
    expect(seen.headers.getSetCookie()).toEqual([]);
  });

  test("stores only the session's digest", async () => {
    const person = await fixture.aPerson();
    const browser = await fixture.signedIn(person);
    const rows = await fixture.sql("select digest from sessions where user_id = $1", [person.id]);
    expect(rows).toEqual([{ digest: digestOf(secretOf(browser)) }]);
  });
});

describe("the end of a session", () => {
  test.each([
    ["last_seen_at", "11 hours 59 minutes", 200],
    ["last_seen_at", "12 hours", 303],
    ["expires_at", "13 days 23 hours", 200],
    ["expires_at", "14 days", 303],
  ] as const)("with %s %s ago, a request answers %i", async (column, by, status) => {
    const person = await fixture.aPerson();
    const browser = await fixture.signedIn(person);
    await age(person, column, by);
    expect((await browser.get("/password")).status).toBe(status);
  });

  test("use prevents the idle timeout but does not extend the fourteen days", async () => {
    const person = await fixture.aPerson();
    const browser = await fixture.signedIn(person);
    for (let day = 0; day < 3; day++) {
      await age(person, "last_seen_at", "11 hours");
      expect((await browser.get("/password")).status).toBe(200);
    }
    const [row] = await fixture.sql(
      "select expires_at - created_at = interval '14 days' as fixed, last_seen_at > now() - interval '1 minute' as seen from sessions where user_id = $1",
      [person.id],
    );
    expect(row).toEqual({ fixed: true, seen: true });
  });

  test("signing out ends the session for every holder of the cookie", async () => {
    const browser = await fixture.signedIn(await fixture.aPerson());
    const copy = new PlainBrowser(fixture.url);
    copy.cookies.set("roost_session", secretOf(browser));
    expect((await copy.get("/password")).status).toBe(200);
    const out = await browser.post("/sign_out", {});
    expect(out).toMatchObject({ status: 303, location: "/sign_in?signed_out" });
    expect(out.headers.getSetCookie()).toEqual(["roost_session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0"]);
    expect((await browser.get("/sign_in?signed_out")).text).toContain("You are signed out.");
    expect(await copy.get("/password")).toMatchObject(toSignIn);
  });

  test("another site cannot sign a user out", async () => {
    const browser = await fixture.signedIn(await fixture.aPerson());
    expect((await browser.post("/sign_out", { csrf_token: "" })).status).toBe(403);
    expect((await browser.get("/sign_out")).status).toBe(404);
    expect((await browser.get("/password")).status).toBe(200);
  });

  test("a new password ends all sessions of that user only", async () => {
    const rosa = await fixture.aPerson();
    const other = await fixture.signedIn(await fixture.aPerson());
    const browsers = [await fixture.signedIn(rosa), await fixture.signedIn(rosa)];
    await fixture.database.transaction((transaction) => setPassword(transaction, rosa.email, "a harbour in december"));
    for (const browser of browsers) expect(await browser.get("/password")).toMatchObject(toSignIn);
    expect((await other.get("/password")).status).toBe(200);
    expect((await new PlainBrowser(fixture.url).signIn(rosa.email, password)).status).toBe(422);
    expect((await new PlainBrowser(fixture.url).signIn(rosa.email, "a harbour in december")).status).toBe(303);
  });

  test("starts no session when the password changes after its check", async () => {
    const rosa = await fixture.aPerson();
    const [before] = await fixture.sql("select password_digest from users where id = $1", [rosa.id]);
    const checked = { id: rosa.id, passwordDigest: String(before?.password_digest) };
    const opened = await fixture.database.transaction(async (transaction) => {
      await setPassword(transaction, rosa.email, "a harbour in december");
      // Waits for this transaction, whose change is not visible yet.
      return [openSession(fixture.database, checked)];
    });
    expect(await Promise.all(opened)).toEqual([undefined]);
    expect(await openSession(fixture.database, checked)).toBeUndefined();
  });
});

describe("session fixation", () => {
  test("signing in issues a new secret and invalidates the previous one", async () => {
    const rosa = await fixture.aPerson();
    const browser = await fixture.signedIn(rosa);
    const before = secretOf(browser);
    await browser.get("/sign_in");
    // Signed-in users get no form, but a stale tab may still have one.
    const tab = new PlainBrowser(fixture.url);
    await tab.get("/sign_in");
    tab.cookies.set("roost_session", before);
    expect((await tab.post("/sign_in", { email: rosa.email, password })).status).toBe(303);
    expect(secretOf(tab)).not.toBe(before);
    expect(await browser.get("/password")).toMatchObject(toSignIn);
    expect((await tab.get("/password")).status).toBe(200);
  });

  test("signing in does not adopt a secret planted by an attacker", async () => {
    const planted = Buffer.alloc(32, 7).toString("base64url");
    const browser = new PlainBrowser(fixture.url);
    browser.cookies.set("roost_session", planted);
    const { email } = await fixture.aPerson();
    expect((await browser.signIn(email, password)).status).toBe(303);
    expect(secretOf(browser)).not.toBe(planted);
    const attacker = new PlainBrowser(fixture.url);
    attacker.cookies.set("roost_session", planted);
    expect(await attacker.get("/password")).toMatchObject(toSignIn);
  });

  test.each(["", "x", "A".repeat(43), "A".repeat(44), `${"A".repeat(42)}=`, "%00", '"; drop'])(
    "the secret %j belongs to no session",
    async (secret) => {
      const browser = new PlainBrowser(fixture.url);
      browser.cookies.set("roost_session", secret);
      expect(await browser.get("/password")).toMatchObject(toSignIn);
    },
  );
});
