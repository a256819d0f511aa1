import { createHash } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { issueAccessToken } from "../../src/modules/platform/access/access-token.ts";
import { ownApplication } from "../../src/modules/platform/access/applications/own-application.ts";
import { scopeGroups } from "../../src/modules/platform/access/scope-groups.ts";
import { everyScope } from "../../src/modules/platform/access/scope-list.ts";
import { type Person, type Role, useFixture } from "./fixture.ts";
import { PlainBrowser } from "./plain-browser.ts";

const fixture = useFixture();

/** A name that would run as a script if it were not escaped. */
const hostile = `<script>alert(1)</script>"'><img src=x onerror=alert(1)>&amp;`;

async function aMember(role: Role): Promise<{ person: Person; account: number; browser: PlainBrowser }> {
  const person = await fixture.aPerson();
  const account = await fixture.anAccount(person, role);
  return { person, account, browser: await fixture.signedIn(person) };
}

const uninstallOf = (account: number, application: number) =>
  `/accounts/${account}/applications/${application}/uninstall`;

async function isInstalled(account: number, application: number): Promise<boolean> {
  const rows = await fixture.sql(
    "select from accounts_applications where account_id = $1 and application_id = $2 and uninstalled_at is null",
    [account, application],
  );
  return rows.length === 1;
}

describe("the applications of my accounts", () => {
  test("lists applications by account with scopes, installation and last use", async () => {
    const { person, account, browser } = await aMember("owner");
    const second = await fixture.anAccount(person, "manager", "Chalets du Lac");
    const crane = await fixture.anInstallation(account, { name: "Calendar Crane" });
    await fixture.anInstallation(second, { name: "Guest Messenger", scopes: ["inbox_read"] });
    await fixture.sql(
      "update accounts_applications set created_at = '2026-03-01T10:00:00Z', last_used_at = now() - interval '3 hours' where application_id = $1",
      [crane],
    );
    const { text } = await browser.get("/applications");
    const [, first = "", other = ""] = text.split('<section class="card"');
    expect(first).toContain("Chalets du Lac");
    expect(first).toContain("You are a manager");
    expect(first).toContain("Read conversations with guests");
    expect(first).toContain("never used");
    expect(other).toContain("Les Robles");
    expect(other).toContain("You are an owner");
    expect(other).toContain("Calendar Crane");
    expect(other).toContain("See all bookings with their prices, guests and comments");
    expect(other).toContain('<time datetime="2026-03-01">1 March 2026</time>');
    expect(other).toMatch(/last used <time [^>]+>3 hours ago<\/time>/);
  });

  test("explains Roost's own application", async () => {
    const { account, browser } = await aMember("owner");
    const own = await fixture.database.transaction(ownApplication);
    await fixture.sql("insert into accounts_applications (account_id, application_id, scopes) values ($1, $2, $3)", [
      account,
      own,
      everyScope,
    ]);
    await fixture.anInstallation(account, { name: "Calendar Crane" });
    const { text } = await browser.get("/applications");
    const [, crane = "", roost = ""] = text.split('<li>\n<div class="parties">');
    expect(crane).toContain("Calendar Crane");
    expect(crane).not.toContain("Roost itself");
    expect(roost).toContain("Roost itself.");
  });

  test("leaves out uninstalled applications, and has an empty state", async () => {
    const { account, browser } = await aMember("owner");
    const application = await fixture.anInstallation(account, { name: "Gone Goose" });
    await fixture.sql("update accounts_applications set uninstalled_at = now() where application_id = $1", [
      application,
    ]);
    const { text } = await browser.get("/applications");
    expect(text).not.toContain("Gone Goose");
    expect(text).toContain("No application uses this account yet.");
  });

  test("a cleaner sees no applications and cannot register one", async () => {
    const { account, browser } = await aMember("cleaner");
    const application = await fixture.anInstallation(account);
    const { status, text } = await browser.get("/applications");
    expect(status).toBe(200);
    expect(text).not.toMatch(/Calendar Crane|Register/);
    expect(text).toContain("You belong to Les Robles.");
    for (const path of ["/applications/new", uninstallOf(account, application)]) {
      expect((await browser.get(path)).status).toBe(path === "/applications/new" ? 403 : 404);
    }
    expect((await browser.post(uninstallOf(account, application), {})).status).toBe(404);
    expect((await browser.post("/applications", {})).status).toBe(403);
    expect(await isInstalled(account, application)).toBe(true);
  });

  test("escapes hostile names of applications, accounts and people", async () => {
    const person = await fixture.aPerson({ fullname: hostile, email: `${hostile}@example.com` });
    const account = await fixture.anAccount(person, "owner", hostile);
    const application = await fixture.anInstallation(account, { name: hostile });
    const browser = await fixture.signedIn(person);
    for (const path of ["/applications", "/applications/new", uninstallOf(account, application)]) {
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

  test("redirects to sign-in and back to the requested page", async () => {
    const stranger = new PlainBrowser(fixture.url);
    expect(await stranger.get("/applications/new?a=b&c=d")).toMatchObject({
      status: 303,
      location: "/sign_in?return_to=%2Fapplications%2Fnew%3Fa%3Db%26c%3Dd",
    });
    expect(await stranger.post("/applications", {})).toMatchObject({ status: 303, location: "/sign_in" });
  });
});

describe("uninstalling", () => {
  test("refuses a manager to uninstall an application", async () => {
    const { account, browser } = await aMember("manager");
    const application = await fixture.anInstallation(account);
    const { text } = await browser.get("/applications");
    expect([text.includes("Calendar Crane"), text.includes("Uninstall")]).toEqual([true, false]);
    expect((await browser.get(uninstallOf(account, application))).status).toBe(403);
    expect((await browser.post(uninstallOf(account, application), {})).status).toBe(403);
    expect(await isInstalled(account, application)).toBe(true);
  });

  test("an owner confirms, and the application's tokens end", async () => {
    const { account, browser } = await aMember("owner");
    const application = await fixture.anInstallation(account);
    const token = await fixture.database.transaction((transaction) =>
      issueAccessToken(transaction, { account, application, scopes: ["bookings_read"] }),
    );
    const confirmation = await browser.get(uninstallOf(account, application));
    expect(confirmation.text).toContain("Uninstall Calendar Crane?");
    expect(await isInstalled(account, application)).toBe(true);
    const done = await browser.post(uninstallOf(account, application), {});
    expect(done).toMatchObject({ status: 303, location: "/applications?uninstalled" });
    expect((await browser.get("/applications?uninstalled")).text).toContain("Application uninstalled.");
    expect(await isInstalled(account, application)).toBe(false);
    const digest = createHash("sha256").update(token).digest();
    const [row] = await fixture.sql("select revoked_at is not null as revoked from access_tokens where digest = $1", [
      digest,
    ]);
    expect(row).toEqual({ revoked: true });
    // A second submission, from another tab or a reload.
    expect((await browser.post(uninstallOf(account, application), {})).status).toBe(404);
  });

  test("another account's installations are 404", async () => {
    const { account: foreign } = await aMember("owner");
    const application = await fixture.anInstallation(foreign);
    const { browser } = await aMember("owner");
    await browser.get("/applications");
    const answers = await Promise.all([
      browser.get(uninstallOf(foreign, application)),
      browser.get(uninstallOf(999_999, application)),
      browser.post(uninstallOf(foreign, application), {}),
      browser.post(uninstallOf(999_999, 1), {}),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(answers[0].text).toBe(answers[1].text);
    expect(await isInstalled(foreign, application)).toBe(true);
  });

  test.each(["0", "-1", "1.5", "x", "1e3", "99999999999999999999", "%00", "1%27"])(
    "the invalid id %s is 404",
    async (id) => {
      const { browser } = await aMember("owner");
      expect((await browser.get(`/accounts/${id}/applications/${id}/uninstall`)).status).toBe(404);
    },
  );
});

describe("CSRF: a form is valid only in its own session", () => {
  let rosa: Awaited<ReturnType<typeof aMember>>;
  let foreignToken: string;
  beforeAll(async () => {
    rosa = await aMember("owner");
    foreignToken = (await aMember("owner")).browser.csrfToken();
  });

  test("refuses a missing, wrong, empty, repeated or foreign token", async () => {
    const { account, browser } = rosa;
    const application = await fixture.anInstallation(account);
    await browser.get("/applications");
    const own = browser.csrfToken();
    const altered = own.replace(/^./, own.startsWith("A") ? "B" : "A");
    for (const token of [[], "", "x", altered, own.slice(0, -2), [own, own], foreignToken]) {
      for (const path of [uninstallOf(account, application), "/applications", "/sign_out"]) {
        const seen = await browser.post(path, { csrf_token: token });
        expect({ path, token, status: seen.status }).toEqual({ path, token, status: 403 });
        expect(seen.text).toContain("This form expired or belongs to another session.");
      }
    }
    expect(await isInstalled(account, application)).toBe(true);
    expect((await browser.post(uninstallOf(account, application), { csrf_token: own })).status).toBe(303);
  });

  test("ignores a token in the URL or in JSON", async () => {
    const { account, browser } = rosa;
    const application = await fixture.anInstallation(account);
    await browser.get("/applications");
    const path = `${uninstallOf(account, application)}?csrf_token=${browser.csrfToken()}`;
    expect((await browser.post(path, { csrf_token: [] })).status).toBe(403);
    const response = await fetch(fixture.url + uninstallOf(account, application), {
      method: "POST",
      headers: {
        "content-type": "application/json",
        cookie: `roost_session=${browser.cookies.get("roost_session")}`,
      },
      body: JSON.stringify({ csrf_token: browser.csrfToken() }),
    });
    expect(response.status).toBe(415);
    expect(await isInstalled(account, application)).toBe(true);
  });
});

describe("registering an application", () => {
  const fields = {
    name: "Night Owl",
    redirect_uris: "https://owl.example/back\r\nurn:ietf:wg:oauth:2.0:oob\r\n",
    scopes: ["public", "bookings_read"],
  };

  test("shows an owner the id and secret once, and stores only a digest", async () => {
    const { browser } = await aMember("owner");
    const form = await browser.get("/applications/new");
    expect(form.text.match(/type="checkbox"/g)).toHaveLength(31);
    const seen = await browser.post("/applications", fields);
    expect(seen.status).toBe(201);
    expect(seen.headers.get("cache-control")).toBe("no-store");
    const [clientId = "", secret = ""] = [
      ...seen.text.matchAll(/<code class="secret" data-copy="[^"]+">([^<]+)</g),
    ].map(([, it]) => it);
    const [row] = await fixture.sql(
      "select name, redirect_uris, scopes, client_secret_digest as digest from applications where client_id = $1",
      [clientId],
    );
    expect(row).toEqual({
      name: "Night Owl",
      redirect_uris: ["https://owl.example/back", "urn:ietf:wg:oauth:2.0:oob"],
      scopes: ["public", "bookings_read"],
      digest: createHash("sha256").update(secret).digest(),
    });
  });

  test("groups the scopes by subject, each once", async () => {
    const { browser } = await aMember("owner");
    const { text } = await browser.get("/applications/new");
    const titles = [...text.matchAll(/<legend>([^<]+)<\/legend>/g)].map(([, title]) => title);
    expect(titles).toEqual(["Permissions it can request", ...scopeGroups.map(({ title }) => title)]);
    const boxes = [...text.matchAll(/type="checkbox" name="scopes" value="(\w+)"/g)].map(([, scope]) => scope);
    expect(boxes.toSorted()).toEqual(everyScope.toSorted());
  });

  test("shows every problem at its field and keeps the input", async () => {
    const { browser } = await aMember("owner");
    await browser.get("/applications/new");
    const seen = await browser.post("/applications", {
      name: "x".repeat(101),
      redirect_uris: "http://owl.example/\nhttps://owl.example/*",
      scopes: ["everything"],
    });
    expect(seen.status).toBe(422);
    expect(seen.text).toContain(`value="${"x".repeat(101)}"`);
    expect(seen.text).toContain(">\nhttp://owl.example/\nhttps://owl.example/*</textarea>");
    for (const field of ["name", "redirect_uris", "scopes"]) {
      expect(seen.text).toMatch(new RegExp(`aria-invalid="true" aria-describedby="${field}-error ${field}-hint"`));
      expect(seen.text).toContain(`id="${field}-error"`);
    }
    expect(seen.text).toContain("must be exact: no wildcard");
    expect(seen.text).toContain("Choose at least one.");
  });

  test("a manager cannot register an application", async () => {
    const { browser } = await aMember("manager");
    expect((await browser.get("/applications/new")).status).toBe(403);
    const { text } = await browser.get("/applications");
    expect(text).not.toContain("/applications/new");
    expect((await browser.post("/applications", fields)).status).toBe(403);
  });
});
