import { beforeAll, describe, expect, test } from "vitest";
import { type Person, password, useFixture } from "./fixture.ts";
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
    expect(await stranger.get("/password?a=b&c=d")).toMatchObject({
      status: 303,
      location: "/sign_in?return_to=%2Fpassword%3Fa%3Db%26c%3Dd",
    });
    expect(await stranger.post("/password", {})).toMatchObject({ status: 303, location: "/sign_in" });
  });

  test("lead from the former list of applications to the console's", async () => {
    const { browser } = await anOwner();
    expect(await browser.get("/applications")).toMatchObject({ status: 303, location: "/console/settings/programs" });
  });

  test("escape hostile names of accounts and people", async () => {
    const person = await fixture.aPerson({ fullname: hostile, email: `${hostile}@example.com` });
    await fixture.anAccount(person, "owner", hostile);
    const browser = await fixture.signedIn(person);
    const { text } = await browser.get("/password");
    expect(text).toContain(
      "&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&gt;&lt;img src=x onerror=alert(1)&gt;&amp;amp;",
    );
    expect(text).not.toMatch(/<script|<img/i);
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

  const chosen = "seven herons over the quay";
  const change = { current: password, chosen, repeated: chosen };
  const isUnchanged = async (): Promise<void> => {
    expect((await new PlainBrowser(fixture.url).signIn(rosa.person.email, password)).status).toBe(303);
  };

  test("refuses a missing, wrong, empty, repeated or foreign token", async () => {
    const { browser } = rosa;
    const own = browser.csrfToken();
    const altered = own.replace(/^./, own.startsWith("A") ? "B" : "A");
    for (const token of [[], "", "x", altered, own.slice(0, -2), [own, own], foreignToken]) {
      for (const path of ["/password", "/sign_out"]) {
        const seen = await browser.post(path, { ...change, csrf_token: token });
        expect({ path, token, status: seen.status }).toEqual({ path, token, status: 403 });
        expect(seen.text).toContain("This form expired or belongs to another session.");
      }
    }
    await isUnchanged();
  });

  test("ignores a token in the URL or in JSON", async () => {
    const { browser } = rosa;
    const path = `/password?csrf_token=${browser.csrfToken()}`;
    expect((await browser.post(path, { ...change, csrf_token: [] })).status).toBe(403);
    const response = await fetch(`${fixture.url}/password`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        cookie: `roost_session=${browser.cookies.get("roost_session")}`,
      },
      body: JSON.stringify({ ...change, csrf_token: browser.csrfToken() }),
    });
    expect(response.status).toBe(415);
    await isUnchanged();
  });
});
