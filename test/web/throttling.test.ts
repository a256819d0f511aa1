import { describe, expect, test } from "vitest";
import { networkOf } from "../../src/modules/platform/access/throttling/subject.ts";
import type { Hashing } from "../../src/modules/platform/people/passwords/password.ts";
import { type Person, password, useFixture } from "./fixture.ts";
import { PlainBrowser, type Seen } from "./plain-browser.ts";

const fixture = useFixture();

/** A browser at its own address, which the proxy forwards. */
async function visitorAt(address: string, hashing?: Hashing): Promise<PlainBrowser> {
  const url = await fixture.serve({ proxied: true, ...(hashing ? { hashing } : {}) });
  return new PlainBrowser(url, { "x-forwarded-proto": "https", "x-forwarded-for": address });
}

async function failTimes(browser: PlainBrowser, email: string, times: number): Promise<Seen[]> {
  await browser.get("/sign_in");
  const seen: Seen[] = [];
  for (let time = 0; time < times; time++) seen.push(await browser.post("/sign_in", { email, password: "wrong" }));
  return seen;
}

/** Hashing that refuses every password immediately, and counts the calls. */
function refusingHashing(): Hashing & { callCount: number } {
  return {
    callCount: 0,
    hash: async () => "",
    async verify() {
      this.callCount++;
      return false;
    },
  };
}

/** Moves all attempts some seconds into the past. */
async function later(seconds: number): Promise<void> {
  await fixture.sql("update throttled set forgotten_at = forgotten_at - make_interval(secs => $1)", [seconds]);
}

describe("failures of a user from one address", () => {
  test("after ten failures even the right password waits a minute, and no digest is computed", async () => {
    const rosa = await fixture.aPerson();
    const browser = await visitorAt("192.0.2.1");
    const ten = await failTimes(browser, rosa.email, 10);
    expect(new Set(ten.map(({ status }) => status))).toEqual(new Set([422]));
    const refused = await browser.post("/sign_in", { email: rosa.email, password });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(30);
    expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(60);
    expect(refused.text).toMatch(/Too many sign-in attempts\. Try again in (a minute|\d\d seconds)\./);
    expect(browser.cookies.has("__Host-roost_session")).toBe(false);
    // In any spelling of the address.
    const again = await visitorAt("192.0.2.1");
    expect((await again.signIn(` ${rosa.email.toUpperCase()}`, password)).status).toBe(429);
  });

  test("failures do not lock the user out at other addresses", async () => {
    const rosa = await fixture.aPerson();
    const guessers = await Promise.all(
      ["192.0.2.21", "192.0.2.22", "192.0.2.23"].map((at) => visitorAt(at, refusingHashing())),
    );
    for (const guesser of guessers) {
      expect((await failTimes(guesser, rosa.email, 12)).at(-1)?.status).toBe(429);
    }
    const elsewhere = await visitorAt("192.0.2.24");
    expect((await elsewhere.signIn(rosa.email, password)).status).toBe(303);
  });

  test("failures slow sign-in down but never lock it", async () => {
    const rosa = await fixture.aPerson();
    const guesser = await visitorAt("192.0.2.5", refusingHashing());
    await failTimes(guesser, rosa.email, 10);
    for (let minute = 0; minute < 20; minute++) {
      await later(60);
      expect((await failTimes(guesser, rosa.email, 3)).map(({ status }) => status)).toEqual([422, 429, 429]);
    }
    await later(60);
    expect((await (await visitorAt("192.0.2.5")).signIn(rosa.email, password)).status).toBe(303);
  });

  test("an unknown e-mail address is limited in the same way", async () => {
    const counting = refusingHashing();
    const browser = await visitorAt("192.0.2.3", counting);
    const [known, unknown] = [(await fixture.aPerson()).email, "nobody@example.com"];
    const answers = [];
    for (const email of [known, unknown]) {
      const seen = await failTimes(browser, email, 12);
      const last =
        seen
          .at(-1)
          ?.text.replaceAll(email, "")
          .replace(/in (a minute|\d\d seconds)\./, "") ?? "";
      answers.push([seen.map(({ status }) => status), last]);
    }
    expect(answers[1]).toEqual(answers[0]);
    expect(counting.callCount).toBe(20);
  });

  test("the right password clears the failures", async () => {
    const rosa = await fixture.aPerson();
    const browser = await visitorAt("192.0.2.4");
    await failTimes(browser, rosa.email, 9);
    expect((await browser.post("/sign_in", { email: rosa.email, password })).status).toBe(303);
    const again = await failTimes(await visitorAt("192.0.2.4"), rosa.email, 9);
    expect(again.map(({ status }) => status)).not.toContain(429);
  });

  test("concurrent attempts are limited across processes", async () => {
    const rosa = await fixture.aPerson();
    const counting = refusingHashing();
    const visitors = [await visitorAt("192.0.2.6", counting), await visitorAt("192.0.2.6", counting)];
    await Promise.all(visitors.map((browser) => browser.get("/sign_in")));
    const fields = { email: rosa.email, password: "wrong" };
    const seen = await Promise.all(
      visitors.flatMap((browser) => Array.from({ length: 15 }, () => browser.post("/sign_in", fields))),
    );
    expect(seen.filter(({ status }) => status === 422)).toHaveLength(10);
    expect(seen.filter(({ status }) => status === 429)).toHaveLength(20);
    expect(counting.callCount).toBe(10);
  });
});

describe("a known device", () => {
  const cookie = "__Host-roost_device";

  /** A browser that has signed in and out. */
  async function familiar(person: Person, address: string): Promise<PlainBrowser> {
    const browser = await visitorAt(address);
    expect((await browser.signIn(person.email, password)).status).toBe(303);
    browser.cookies.delete("__Host-roost_session");
    return browser;
  }

  test("a known device may sign in although its address has used up all attempts", async () => {
    const rosa = await fixture.aPerson();
    const browser = await familiar(rosa, "203.0.113.1");
    await failTimes(await visitorAt("203.0.113.1", refusingHashing()), rosa.email, 11);
    expect((await (await visitorAt("203.0.113.1")).signIn(rosa.email, password)).status).toBe(429);
    expect((await browser.signIn(rosa.email, password)).status).toBe(303);
  });

  test("a known device has its own limit", async () => {
    const rosa = await fixture.aPerson();
    const browser = await familiar(rosa, "203.0.113.2");
    const statuses = (await failTimes(browser, rosa.email, 12)).map(({ status }) => status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 422), 429, 429]);
    // It does not use up the address's limit for unknown devices.
    expect((await (await visitorAt("203.0.113.2")).signIn(rosa.email, password)).status).toBe(303);
  });

  test("the device cookie lasts a year, is secure, and holds several users", async () => {
    const [rosa, ana] = [await fixture.aPerson(), await fixture.aPerson()];
    const browser = await familiar(rosa, "203.0.113.3");
    const seen = await browser.signIn(ana.email, password);
    const line = seen.headers.getSetCookie().find((text) => text.startsWith(cookie));
    expect(line).toMatch(/; Path=\/; HttpOnly; SameSite=Lax; Max-Age=31536000; Secure$/);
    browser.cookies.delete("__Host-roost_session");
    await failTimes(await visitorAt("203.0.113.3", refusingHashing()), rosa.email, 11);
    await failTimes(await visitorAt("203.0.113.3", refusingHashing()), ana.email, 11);
    for (const { email } of [rosa, ana]) {
      browser.cookies.delete("__Host-roost_session");
      expect((await browser.signIn(email, password)).status).toBe(303);
    }
  });

  test("a device is unknown to other users, after a new password, and with a forged cookie", async () => {
    const [rosa, ana] = [await fixture.aPerson(), await fixture.aPerson()];
    const browser = await familiar(rosa, "203.0.113.4");
    const genuine = browser.cookies.get(cookie) ?? "";
    await failTimes(await visitorAt("203.0.113.4", refusingHashing()), rosa.email, 11);
    await failTimes(await visitorAt("203.0.113.4", refusingHashing()), ana.email, 11);
    expect((await browser.signIn(ana.email, password)).status).toBe(429);
    const flipped = genuine.replace(/.$/, (last) => (last === "A" ? "E" : "A"));
    for (const forged of [flipped, genuine.split(".")[0] ?? "", "", `${genuine}.`, "a".repeat(5000)]) {
      browser.cookies.set(cookie, forged);
      expect((await browser.signIn(rosa.email, password)).status, forged).toBe(429);
    }
    browser.cookies.set(cookie, genuine);
    await fixture.sql("update users set password_digest = password_digest || ' ' where id = $1", [rosa.id]);
    expect((await browser.signIn(rosa.email, password)).status).toBe(429);
  });
});

describe("failures from an address", () => {
  test("after fifty failures over many users the address waits a quarter of a minute, others do not", async () => {
    const rosa = await fixture.aPerson();
    const guesser = await visitorAt("198.51.100.1", refusingHashing());
    await guesser.get("/sign_in");
    const begun = performance.now();
    let tried = 0;
    for (let status = 422; status === 422; tried++) {
      status = (await guesser.post("/sign_in", { email: `guest${tried}@example.com`, password: "x" })).status;
    }
    // The limit admits one more attempt every quarter of a minute.
    expect(tried).toBeGreaterThan(50);
    expect(tried).toBeLessThanOrEqual(51 + (performance.now() - begun) / 15_000);
    const refused = await (await visitorAt("198.51.100.1")).signIn(rosa.email, password);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(15);
    expect((await (await visitorAt("198.51.100.2")).signIn(rosa.email, password)).status).toBe(303);
  });

  test("successful sign-ins are not counted, so an office behind one address is not locked out", async () => {
    const certain: Hashing = { hash: async () => "", verify: async () => true };
    const url = await fixture.serve({ proxied: true, hashing: certain });
    const rosa = await fixture.aPerson();
    for (let time = 0; time < 60; time++) {
      const headers = { "x-forwarded-proto": "https", "x-forwarded-for": "198.51.100.3" };
      expect((await new PlainBrowser(url, headers).signIn(rosa.email, password)).status).toBe(303);
    }
  });

  test.each([
    ["203.0.113.9", "203.0.113.9"],
    ["::ffff:203.0.113.9", "203.0.113.9"],
    ["203.0.113.9:50123", "203.0.113.9"],
    ["[2001:db8:1:2::1]:50123", "2001:db8:1:2"],
    ["[2001:db8:1:2::2]", "2001:db8:1:2"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
    ["2001:DB8:1:2::1", "2001:db8:1:2"],
    ["2001:0db8:0001:0002::", "2001:db8:1:2"],
    ["2001:db8::1", "2001:db8:0:0"],
    ["::1", "0:0:0:0"],
    ["fe80::1%eth0", "fe80:0:0:0"],
    ["unknown", "unknown"],
  ])("%s counts as %s", (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  test("the table stores neither addresses nor users in plain text", async () => {
    const browser = await visitorAt("198.51.100.77", refusingHashing());
    await failTimes(browser, "somebody@example.com", 1);
    const rows = await fixture.sql("select encode(subject, 'escape') as subject from throttled");
    expect(JSON.stringify(rows)).not.toMatch(/somebody|198\.51/);
  });
});
