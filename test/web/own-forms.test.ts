import { beforeAll, describe, expect, test } from "vitest";
import { type Person, useFixture } from "./fixture.ts";
import { PlainBrowser } from "./plain-browser.ts";

const fixture = useFixture();

/** A name that would run as a script if it were not escaped. */
const hostile = `<script>alert(1)</script>"'><img src=x onerror=alert(1)>&amp;`;

async function anOwner(): Promise<{ person: Person; account: number; browser: PlainBrowser }> {
  const person = await fixture.aPerson();
  const account = await fixture.anAccount(person, "owner");
  return { person, account, browser: await fixture.signedIn(person) };
}

describe("pages for a signed-in user", () => {
  test("redirect to sign-in and back to the requested page", async () => {
    const stranger = new PlainBrowser(fixture.url);
    expect(await stranger.get("/invitations/new?a=b&c=d")).toMatchObject({
      status: 303,
      location: "/sign_in?return_to=%2Finvitations%2Fnew%3Fa%3Db%26c%3Dd",
    });
    expect(await stranger.post("/invitations", {})).toMatchObject({ status: 303, location: "/sign_in" });
  });

  test("lead from the former list of applications to the console's", async () => {
    const { browser } = await anOwner();
    expect(await browser.get("/applications")).toMatchObject({ status: 303, location: "/console/settings/programs" });
  });

  test("escape hostile names of accounts and people", async () => {
    const person = await fixture.aPerson({ fullname: hostile, email: `${hostile}@example.com` });
    await fixture.anAccount(person, "owner", hostile);
    const browser = await fixture.signedIn(person);
    for (const path of ["/password", "/invitations/new"]) {
      const { text } = await browser.get(path);
      expect(text).toContain(
        "&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&gt;&lt;img src=x onerror=alert(1)&gt;&amp;amp;",
      );
      expect(text).not.toMatch(/<script|<img/i);
    }
    const stranger = new PlainBrowser(fixture.url);
    await stranger.get(`/sign_in?return_to=${encodeURIComponent(`/"><script>${hostile}`)}`);
    const refused = await stranger.post("/sign_in", { email: hostile, password: hostile, return_to: `/"><script>` });
    expect(refused.text).not.toMatch(/<script|<img/i);
  });
});

describe("CSRF: a form is valid only in its own session", () => {
  let rosa: Awaited<ReturnType<typeof anOwner>>;
  let foreignToken: string;
  beforeAll(async () => {
    rosa = await anOwner();
    foreignToken = (await anOwner()).browser.csrfToken();
  });

  const invited = async (): Promise<number> =>
    (await fixture.sql("select from invitations where account_id = $1", [rosa.account])).length;
  const invitation = () => ({ account: String(rosa.account), email: "ada@example.com", role: "manager" });

  test("refuses a missing, wrong, empty, repeated or foreign token", async () => {
    const { browser } = rosa;
    const own = browser.csrfToken();
    const altered = own.replace(/^./, own.startsWith("A") ? "B" : "A");
    for (const token of [[], "", "x", altered, own.slice(0, -2), [own, own], foreignToken]) {
      for (const path of ["/invitations", "/password", "/sign_out"]) {
        const seen = await browser.post(path, { ...invitation(), csrf_token: token });
        expect({ path, token, status: seen.status }).toEqual({ path, token, status: 403 });
        expect(seen.text).toContain("This form expired or belongs to another session.");
      }
    }
    expect(await invited()).toBe(0);
  });

  test("ignores a token in the URL or in JSON", async () => {
    const { browser } = rosa;
    const path = `/invitations?csrf_token=${browser.csrfToken()}`;
    expect((await browser.post(path, { ...invitation(), csrf_token: [] })).status).toBe(403);
    const response = await fetch(`${fixture.url}/invitations`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        cookie: `roost_session=${browser.cookies.get("roost_session")}`,
      },
      body: JSON.stringify({ ...invitation(), csrf_token: browser.csrfToken() }),
    });
    expect(response.status).toBe(415);
    expect(await invited()).toBe(0);
  });
});
