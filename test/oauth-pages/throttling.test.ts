import { describe, expect, test } from "vitest";
import type { Hashing } from "../../src/oauth/people/password.ts";
import { networkOf } from "../../src/oauth/people/throttle.ts";
import { type Seen, Visitor } from "./visitor.ts";
import { password, useWorld } from "./world.ts";

const world = useWorld();

/** Somebody at an address of their own: the proxy tells it. */
async function visitorAt(address: string, hashing?: Hashing): Promise<Visitor> {
  const url = await world.serve({ proxied: true, ...(hashing ? { hashing } : {}) });
  return new Visitor(url, { "x-forwarded-proto": "https", "x-forwarded-for": address });
}

async function failTimes(visitor: Visitor, email: string, times: number): Promise<Seen[]> {
  await visitor.get("/sign_in");
  const seen: Seen[] = [];
  for (let time = 0; time < times; time++) seen.push(await visitor.post("/sign_in", { email, password: "wrong" }));
  return seen;
}

/** A hashing that finds every password wrong at once, and counts how often it was asked. */
function hopeless(): Hashing & { asked: number } {
  return {
    asked: 0,
    hash: async () => "",
    async verify() {
      this.asked++;
      return false;
    },
  };
}

describe("failures of a user", () => {
  test("after ten, even the right password waits: the page says how long, and no digest is computed", async () => {
    const rosa = await world.aPerson();
    const visitor = await visitorAt("192.0.2.1");
    const ten = await failTimes(visitor, rosa.email, 10);
    expect(new Set(ten.map(({ status }) => status))).toEqual(new Set([422]));
    const refused = await visitor.post("/sign_in", { email: rosa.email, password });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(880);
    expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(900);
    expect(refused.text).toContain("Too many attempts to sign in. Please try again in 15 minutes.");
    expect(visitor.cookies.has("__Host-roost_session")).toBe(false);
    // From anywhere, and however the address is written.
    const elsewhere = await visitorAt("192.0.2.2");
    expect((await elsewhere.signIn(` ${rosa.email.toUpperCase()}`, password)).status).toBe(429);
  });

  test("an address that nobody has is limited just the same, in the same words", async () => {
    const counting = hopeless();
    const visitor = await visitorAt("192.0.2.3", counting);
    const [known, unknown] = [(await world.aPerson()).email, "nobody@example.com"];
    const answers = [];
    for (const email of [known, unknown]) {
      const seen = await failTimes(visitor, email, 12);
      const last = seen.at(-1)?.text.replaceAll(email, "") ?? "";
      answers.push([seen.map(({ status }) => status), last]);
    }
    expect(answers[1]).toEqual(answers[0]);
    expect(counting.asked).toBe(20);
  });

  test("the right password forgets them", async () => {
    const rosa = await world.aPerson();
    const visitor = await visitorAt("192.0.2.4");
    await failTimes(visitor, rosa.email, 9);
    expect((await visitor.post("/sign_in", { email: rosa.email, password })).status).toBe(303);
    const again = await failTimes(await visitorAt("192.0.2.4"), rosa.email, 9);
    expect(again.map(({ status }) => status)).not.toContain(429);
  });

  test("a quarter of an hour later there is room again", async () => {
    const rosa = await world.aPerson();
    const visitor = await visitorAt("192.0.2.5", hopeless());
    expect((await failTimes(visitor, rosa.email, 11)).at(-1)?.status).toBe(429);
    await world.sql("update sign_in_failures set window_ends_at = now() + interval '61 seconds'");
    const soon = await visitor.post("/sign_in", { email: rosa.email, password });
    expect(soon.text).toContain("Please try again in 2 minutes.");
    await world.sql("update sign_in_failures set window_ends_at = now()");
    expect((await (await visitorAt("192.0.2.5")).signIn(rosa.email, password)).status).toBe(303);
  });

  test("attempts at one moment do not slip through together", async () => {
    const rosa = await world.aPerson();
    const counting = hopeless();
    const visitor = await visitorAt("192.0.2.6", counting);
    await visitor.get("/sign_in");
    const fields = { email: rosa.email, password: "wrong" };
    const seen = await Promise.all(Array.from({ length: 30 }, () => visitor.post("/sign_in", fields)));
    expect(seen.filter(({ status }) => status === 422)).toHaveLength(10);
    expect(seen.filter(({ status }) => status === 429)).toHaveLength(20);
    expect(counting.asked).toBe(10);
  });
});

describe("failures from an address", () => {
  test("after fifty over many users, it waits, and other addresses do not", async () => {
    const rosa = await world.aPerson();
    const guesser = await visitorAt("198.51.100.1", hopeless());
    await guesser.get("/sign_in");
    const statuses = [];
    for (let number = 0; number < 51; number++) {
      statuses.push((await guesser.post("/sign_in", { email: `guest${number}@example.com`, password: "x" })).status);
    }
    expect(statuses.slice(0, 50)).not.toContain(429);
    expect(statuses[50]).toBe(429);
    expect((await (await visitorAt("198.51.100.1")).signIn(rosa.email, password)).status).toBe(429);
    expect((await (await visitorAt("198.51.100.2")).signIn(rosa.email, password)).status).toBe(303);
  });

  test("who signs in rightly is charged nothing: an office behind one address is not locked out", async () => {
    const certain: Hashing = { hash: async () => "", verify: async () => true };
    const url = await world.serve({ proxied: true, hashing: certain });
    const rosa = await world.aPerson();
    for (let time = 0; time < 60; time++) {
      const headers = { "x-forwarded-proto": "https", "x-forwarded-for": "198.51.100.3" };
      expect((await new Visitor(url, headers).signIn(rosa.email, password)).status).toBe(303);
    }
  });

  test.each([
    ["203.0.113.9", "203.0.113.9"],
    ["::ffff:203.0.113.9", "203.0.113.9"],
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

  test("neither addresses nor people stand in the table", async () => {
    const visitor = await visitorAt("198.51.100.77", hopeless());
    await failTimes(visitor, "somebody@example.com", 1);
    const rows = await world.sql("select encode(subject, 'escape') as subject from sign_in_failures");
    expect(JSON.stringify(rows)).not.toMatch(/somebody|198\.51/);
  });
});
