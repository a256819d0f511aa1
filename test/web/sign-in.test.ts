import { beforeAll, describe, expect, test } from "vitest";
import { argon2id, type Hashing } from "../../src/modules/platform/people/passwords/password.ts";
import { type Person, password, useFixture } from "./fixture.ts";
import { PlainBrowser } from "./plain-browser.ts";

const fixture = useFixture();

describe("signing in", () => {
  test("the right password opens the calendar; a wrong one shows the form again with the address", async () => {
    const rosa = await fixture.aPerson();
    const browser = new PlainBrowser(fixture.url);
    const refused = await browser.signIn(rosa.email, "not the lighthouse");
    expect(refused.status).toBe(422);
    expect(refused.text).toContain("The e-mail address or password is wrong.");
    expect(refused.text).toContain(`value="${rosa.email}"`);
    expect(refused.text).not.toContain("not the lighthouse");
    expect(browser.cookies.has("roost_session")).toBe(false);
    const signedIn = await browser.signIn(rosa.email, password);
    expect(signedIn).toMatchObject({ status: 303, location: "/console/calendar" });
    expect((await browser.get("/password")).status).toBe(200);
  });

  test("ignores case and surrounding spaces of the address", async () => {
    const { email } = await fixture.aPerson();
    const seen = await new PlainBrowser(fixture.url).signIn(` ${email.toUpperCase()} `, password);
    expect(seen.status).toBe(303);
  });

  test("redirects signed-in users past the form and from the start page", async () => {
    const stranger = await new PlainBrowser(fixture.url).get("/");
    expect(stranger).toMatchObject({ status: 303, location: "/docs" });
    const browser = await fixture.signedIn(await fixture.aPerson());
    expect(await browser.get("/")).toMatchObject({ status: 303, location: "/console/calendar" });
    expect(await browser.get("/sign_in?return_to=/docs")).toMatchObject({ status: 303, location: "/docs" });
  });

  test("unknown users, users without a password and wrong passwords get the same response after the same work", async () => {
    const digests: string[] = [];
    const counting: Hashing = {
      hash: argon2id.hash,
      verify: (digest, given) => {
        digests.push(digest.split("$").slice(1, 4).join(" "));
        return argon2id.verify(digest, given);
      },
    };
    const url = await fixture.serve({ hashing: counting });
    const person = await fixture.aPerson();
    const without = await fixture.aPerson();
    await fixture.sql("update users set password_digest = null where id = $1", [without.id]);
    const answers = [];
    for (const email of [person.email, without.email, "nobody@example.com", ""]) {
      const seen = await new PlainBrowser(url).signIn(email, "not the lighthouse");
      answers.push({ status: seen.status, text: withoutSecrets(seen.text).replaceAll(email || "\n", "") });
    }
    // One digest each, at equal cost.
    expect(digests).toEqual(Array.from({ length: 4 }, () => "argon2id v=19 m=19456,t=2,p=1"));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([422]));
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
    expect((await new PlainBrowser(url).signIn("zero\0zero", "not the lighthouse")).status).toBe(400);
  });
});

describe("login CSRF: an attacker cannot sign a victim's browser in", () => {
  test.each(["", "AAAA", "A".repeat(43)])("refuses a sign-in form with the token %j", async (token) => {
    const { email } = await fixture.aPerson();
    const browser = new PlainBrowser(fixture.url);
    await browser.get("/sign_in");
    const seen = await browser.post("/sign_in", { email, password, csrf_token: token });
    expect(seen.status).toBe(403);
    expect(browser.cookies.has("roost_session")).toBe(false);
    expect(seen.text).toContain("This form expired, or your browser blocks cookies.");
  });

  test("refuses another browser's token, and a token without a cookie", async () => {
    const { email } = await fixture.aPerson();
    const attacker = new PlainBrowser(fixture.url);
    await attacker.get("/sign_in");
    const victim = new PlainBrowser(fixture.url);
    await victim.get("/sign_in");
    expect((await victim.post("/sign_in", { email, password, csrf_token: attacker.csrfToken() })).status).toBe(403);
    const token = victim.csrfToken();
    victim.cookies.clear();
    expect((await victim.post("/sign_in", { email, password, csrf_token: token })).status).toBe(403);
    // The refusal contains a fresh form that works.
    expect((await victim.post("/sign_in", { email, password })).status).toBe(303);
  });
});

describe("the redirect after signing in", () => {
  let traveller: Person;
  beforeAll(async () => {
    traveller = await fixture.aPerson();
  });

  const attacks = [
    "https://evil.example",
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    "/%0d%0aLocation:https://evil.example\r\n",
    "/./\\evil.example",
    "/..//evil.example",
    "/.//evil.example",
    "/a/..//evil.example",
    "/%2e//evil.example",
    "javascript:alert(1)",
    "data:text/html,x",
    "evil.example",
    "@evil.example",
    ".evil.example",
    " /password",
    "http:/evil.example",
    "https:evil.example",
    "/sign_in?return_to=/sign_in",
    "/sign_out",
    `/${"a".repeat(9000)}`,
    "",
  ];
  test.each(attacks)("return_to %j leads to the calendar", async (returnTo) => {
    const browser = new PlainBrowser(fixture.url);
    const page = await browser.get(`/sign_in?return_to=${encodeURIComponent(returnTo)}`);
    expect(page.text).toContain('name="return_to" value="/console/calendar"');
    const submitted = await browser.signIn(traveller.email, password, returnTo);
    expect(submitted).toMatchObject({ status: 303, location: "/console/calendar" });
    const again = await browser.get(`/sign_in?return_to=${encodeURIComponent(returnTo)}`);
    expect(again).toMatchObject({ status: 303, location: "/console/calendar" });
  });

  test.each(["/password?a=b&c=d", "/oauth/authorize?client_id=a&redirect_uri=https%3A%2F%2Fa.example%2F&state=%22%3E"])(
    "%s is kept to the letter",
    async (returnTo) => {
      const browser = new PlainBrowser(fixture.url);
      await browser.get(`/sign_in?return_to=${encodeURIComponent(returnTo)}`);
      expect(await browser.signIn(traveller.email, password, returnTo)).toMatchObject({
        status: 303,
        location: returnTo,
      });
    },
  );

  test("ignores a repeated return_to and one outside a form", async () => {
    const seen = await new PlainBrowser(fixture.url).get("/sign_in?return_to=/docs&return_to=//evil.example");
    expect(seen.text).toContain('name="return_to" value="/console/calendar"');
  });
});

/** Removes the parts that differ between pages by design. */
function withoutSecrets(text: string): string {
  return text.replace(/name="csrf_token" value="[^"]+"/g, "");
}
