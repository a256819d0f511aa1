import { Secret, TOTP } from "otpauth";
import { describe, expect, test } from "vitest";
import { registerKey } from "../../src/app/secrets/registered-keys.ts";
import { secretsUnder } from "../../src/kernel/access/secrets.ts";
import { subjectOf } from "../../src/modules/platform/access/throttling/subject.ts";
import { argon2id } from "../../src/modules/platform/people/passwords/password.ts";
import { resealSecondFactors } from "../../src/modules/platform/people/second-factor/reseal.ts";
import { openSession } from "../../src/modules/platform/people/sessions.ts";
import { attemptOf } from "../../src/modules/platform/people/sign-in-throttle.ts";
import type { Json } from "../harness/client.ts";
import { testSecrets } from "../harness/secrets.ts";
import { baseUrl, useService } from "../harness/service.ts";
import { PlainBrowser, type Seen } from "./plain-browser.ts";

/** The second factor over real HTTP (docs/design/sign-in.md). */
let now = Date.now();
/** The start of the guesses (performance.now()). */
let begun = performance.now();
/** A service whose clock the tests advance: codes change every 30 seconds. */
const service = useService({ endpoints: {}, clock: () => now });
const nextSpan = (spans = 1): void => {
  now += spans * 30_000;
};

const password = "a lighthouse in november";
const digest = argon2id.hash(password);

interface Person {
  readonly id: number;
  readonly email: string;
}

/** Creates an account's owner. */
async function aPerson(): Promise<Person> {
  const email = `${crypto.randomUUID()}@example.com`;
  const [row] = await service.sql(
    "insert into users (email, fullname, password_digest) values ($1, 'Rosa Robles', $2) returning id",
    [email, await digest],
  );
  const account = await service.anAccount();
  await service.sql("insert into memberships (account_id, user_id, role) values ($1, $2, 'owner')", [account, row?.id]);
  return { id: Number(row?.id), email };
}

const aBrowser = (): PlainBrowser => new PlainBrowser(service.url);

async function signedIn(person: Person): Promise<PlainBrowser> {
  // All users share one address: reset its limit.
  await service.sql("delete from throttled");
  const browser = aBrowser();
  expect((await browser.signIn(person.email, password)).status).toBe(303);
  return browser;
}

/** Sends a console request outside the API from this browser. */
async function ask(browser: PlainBrowser, method: string, path: string, body?: unknown) {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const session: Json = Object(await (await fetch(`${browser.url}/console/session`, { headers: { cookie } })).json());
  const answer = await fetch(`${browser.url}/console${path}`, {
    method,
    headers: {
      ...{ cookie, origin: baseUrl, "x-csrf-token": String(session.csrf_token) },
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  for (const line of answer.headers.getSetCookie()) {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    browser.cookies.set(name, value);
  }
  const text = await answer.text();
  const json: Json = text === "" ? {} : JSON.parse(text);
  return { status: answer.status, json };
}

const factor = "/me/second_factor";
const codeOf = (secret: string): string => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now });

/** Creates a user with a second factor. @returns also the browser that turned it on */
async function enrolled() {
  const person = await aPerson();
  const browser = await signedIn(person);
  const proposed = await ask(browser, "POST", factor, { password });
  const secret = String(proposed.json.secret);
  const confirmed = await ask(browser, "PUT", factor, { code: codeOf(secret) });
  expect(confirmed.status).toBe(200);
  nextSpan(2);
  const { recovery_codes: codes } = confirmed.json;
  return { person, browser, secret, codes: Array.isArray(codes) ? codes.map(String) : [] };
}

/** The limit's subjects for a user, in addition to the browser. */
const ofPerson = ({ id }: Person): Buffer[] => [
  subjectOf("second factor", String(id)),
  subjectOf("second factor of person", String(id)),
];

const pendingOf = ({ text }: Seen): string => /name="pending" value="([^"]+)"/.exec(text)?.[1] ?? "";

/** Submits a code on the page that requested it. */
const show = (browser: PlainBrowser, page: Seen, code: string): Promise<Seen> =>
  browser.post("/sign_in/code", { pending: pendingOf(page), return_to: "/docs", code });

/** Submits a wrong code, after resetting the sign-in limits. @returns the status */
async function guessIn(browser: PlainBrowser, person: Person): Promise<number> {
  browser.cookies.delete("roost_session");
  const device = Buffer.from((browser.cookies.get("roost_device") ?? "").split(".")[0] ?? "", "base64url");
  const signIns = [
    attemptOf(person.email, "127.0.0.1", undefined),
    attemptOf(person.email, "127.0.0.1", device),
  ].flat();
  await service.sql("delete from throttled where subject = any ($1::bytea[])", [signIns.map(({ subject }) => subject)]);
  return (await show(browser, await browser.signIn(person.email, password), "000000")).status;
}

/** Submits eight wrong codes per browser. @returns the number checked, and the seconds since `begun`, which allow more */
async function guessesIn(browsers: readonly PlainBrowser[], person: Person) {
  let tried = 0;
  for (const browser of browsers)
    for (let count = 0; count < 8; count++) if ((await guessIn(browser, person)) === 422) tried++;
  return { tried, seconds: (performance.now() - begun) / 1000 };
}

async function isIn(browser: PlainBrowser): Promise<boolean> {
  return (await browser.get("/password")).status === 200;
}

describe("switching it on", () => {
  test("turning it on requires password and code, yields ten recovery codes, ends other sessions and sends a mail", async () => {
    const person = await aPerson();
    const [browser, elsewhere] = [await signedIn(person), await signedIn(person)];
    expect((await ask(browser, "POST", factor, { password: "a guess at the password" })).json.errors).toEqual({
      password: ["is not your password"],
    });
    const { json } = await ask(browser, "POST", factor, { password });
    expect(json).toEqual({
      secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
      uri: expect.stringMatching(/^otpauth:\/\/totp\/Roost:/),
    });
    // Until a code confirms it, the password alone is enough.
    expect((await ask(browser, "PUT", factor, { code: "000000" })).status).toBe(422);
    expect((await ask(browser, "GET", factor)).json).toEqual({ enabled: false, recovery_codes_left: 0 });
    expect((await aBrowser().signIn(person.email, password)).status).toBe(303);
    const confirmed = await ask(browser, "PUT", factor, { code: codeOf(String(json.secret)) });
    expect(confirmed.json.recovery_codes).toHaveLength(10);
    expect((await ask(browser, "GET", factor)).json).toEqual({ enabled: true, recovery_codes_left: 10 });
    expect([await isIn(browser), await isIn(elsewhere)]).toEqual([true, false]);
    const mails = await service.sql("select template, content from mails where recipient = $1", [person.email]);
    expect(mails).toMatchObject([{ template: "second factor changed", content: { became: "on" } }]);
    expect((await ask(browser, "POST", factor, { password })).status).toBe(422);
    const [kept] = await service.sql("select second_factors::text as row from second_factors where user_id = $1", [
      person.id,
    ]);
    for (const secret of [String(json.secret), ...Object.values(Object(confirmed.json.recovery_codes))])
      expect(kept?.row).not.toContain(Buffer.from(String(secret)).toString("hex"));
  });
});

describe("signing in", () => {
  test("sign-in asks for a code after the password and starts no session before", async () => {
    const { person, secret } = await enrolled();
    const browser = aBrowser();
    const page = await browser.signIn(person.email, password);
    expect(page.status).toBe(200);
    expect(page.text).toContain("One more step");
    expect(browser.cookies.has("roost_session")).toBe(false);
    const wrong = await show(browser, page, "000000");
    expect([wrong.status, browser.cookies.has("roost_session")]).toEqual([422, false]);
    const code = codeOf(secret);
    expect(await show(browser, wrong, `${code.slice(0, 3)} ${code.slice(3)}`)).toMatchObject({
      status: 303,
      location: "/docs",
    });
    expect(await isIn(browser)).toBe(true);
    expect((await ask(browser, "GET", "/session")).json.user).toMatchObject({ second_factor: true });
  });

  test("sign-in accepts each code once and none from before the last one", async () => {
    const { person, secret } = await enrolled();
    const before = codeOf(secret);
    nextSpan();
    const code = codeOf(secret);
    const browsers = await Promise.all(Array.from({ length: 4 }, aBrowser));
    const first = await Promise.all(
      browsers.map(async (browser) => show(browser, await browser.signIn(person.email, password), code)),
    );
    expect(first.map(({ status }) => status).toSorted()).toEqual([303, 422, 422, 422]);
    const late = aBrowser();
    expect((await show(late, await late.signIn(person.email, password), before)).status).toBe(422);
    nextSpan();
    expect((await show(late, await late.signIn(person.email, password), codeOf(secret))).status).toBe(303);
  });

  test("sign-in accepts each recovery code once, in any spelling", async () => {
    const { person, browser, codes } = await enrolled();
    const again = aBrowser();
    const code = ` ${(codes[3] ?? "").toUpperCase().replaceAll("-", " ")}`;
    expect((await show(again, await again.signIn(person.email, password), code)).status).toBe(303);
    const third = aBrowser();
    expect((await show(third, await third.signIn(person.email, password), code)).status).toBe(422);
    expect((await ask(browser, "GET", factor)).json).toEqual({ enabled: true, recovery_codes_left: 9 });
  });

  test("a pending sign-in lasts five minutes, in one browser, while the password is unchanged", async () => {
    const { person, secret } = await enrolled();
    const [browser, other] = [aBrowser(), aBrowser()];
    const page = await browser.signIn(person.email, password);
    await other.get("/sign_in");
    expect((await show(other, page, codeOf(secret))).status).toBe(403);
    nextSpan(10);
    expect((await show(browser, page, codeOf(secret))).status).toBe(403);
    const anew = await browser.signIn(person.email, password);
    expect(
      (
        await show(
          browser,
          { ...anew, text: anew.text.replace(/value="\d+\./, `value="${person.id + 1}.`) },
          codeOf(secret),
        )
      ).status,
    ).toBe(403);
    await browser.signIn(person.email, password);
    await service.sql("update users set password_digest = password_digest || 'x' where id = $1", [person.id]);
    expect((await show(browser, anew, codeOf(secret))).status).toBe(403);
    expect(browser.cookies.has("roost_session")).toBe(false);
  });

  test("limits wrong codes per user across addresses", async () => {
    const { person, secret } = await enrolled();
    const guess = async (code: string): Promise<number> => {
      // Each guess comes from a different address.
      await service.sql("delete from throttled where not subject = any ($1::bytea[])", [ofPerson(person)]);
      const browser = aBrowser();
      return (await show(browser, await browser.signIn(person.email, password), code)).status;
    };
    const statuses: number[] = [];
    for (let count = 0; count < 11; count++) statuses.push(await guess("000000"));
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 422), 429]);
    expect(await guess(codeOf(secret))).toBe(429);
  });

  test("browsers known by password alone get no extra attempts at a code", async () => {
    const person = await aPerson();
    const browser = await signedIn(person);
    const minted: PlainBrowser[] = [];
    for (let count = 0; count < 4; count++) minted.push(await signedIn(person));
    const { json } = await ask(browser, "POST", factor, { password });
    expect((await ask(browser, "PUT", factor, { code: codeOf(String(json.secret)) })).status).toBe(200);
    nextSpan(2);
    begun = performance.now();
    const guesses = await guessesIn([aBrowser(), ...minted], person);
    expect(guesses.tried).toBeGreaterThanOrEqual(10);
    expect(guesses.tried).toBeLessThanOrEqual(10 + guesses.seconds / 60);
    // The browser that turned it on stays known.
    expect(await guessIn(browser, person)).toBe(422);
  });

  test("a user's known browsers share a limit that unknown browsers cannot use up", async () => {
    const { person, secret } = await enrolled();
    const known: PlainBrowser[] = [];
    for (let count = 0; count < 3; count++) {
      const one = aBrowser();
      expect((await show(one, await one.signIn(person.email, password), codeOf(secret))).status).toBe(303);
      nextSpan(2);
      known.push(one);
    }
    const [first, ...others] = known;
    const unknown = aBrowser();
    begun = performance.now();
    for (let count = 0; count < 12; count++) await guessIn(unknown, person);
    // Unknown browsers did not use up the known browser's limit.
    expect(first && (await guessIn(first, person))).toBe(422);
    const guesses = await guessesIn(others, person);
    expect(guesses.tried).toBeGreaterThanOrEqual(9);
    expect(guesses.tried).toBeLessThanOrEqual(9 + guesses.seconds / 30);
  });

  test("a correct code does not reset the limit for others", async () => {
    const { person, secret } = await enrolled();
    const attacker = aBrowser();
    for (let count = 0; count < 9; count++) expect(await guessIn(attacker, person)).toBe(422);
    const owner = aBrowser();
    expect((await show(owner, await owner.signIn(person.email, password), codeOf(secret))).status).toBe(303);
    expect([await guessIn(attacker, person), await guessIn(attacker, person)]).toEqual([422, 429]);
  });

  test("a password checked before it was turned on opens no session", async () => {
    const { person } = await enrolled();
    const [row] = await service.sql("select password_digest from users where id = $1", [person.id]);
    const checked = { id: person.id, passwordDigest: String(row?.password_digest) };
    expect(await openSession(service.database, checked)).toBeUndefined();
    expect(await openSession(service.database, { ...checked, isPastSecondFactor: true })).toBeDefined();
  });
});

describe("switching it off", () => {
  test("turning it off requires password and code and sends a mail", async () => {
    const { person, browser, secret } = await enrolled();
    expect((await ask(browser, "DELETE", factor, { password: "a guess at it all", code: codeOf(secret) })).status).toBe(
      422,
    );
    expect((await ask(browser, "DELETE", factor, { password, code: "000000" })).status).toBe(422);
    expect((await ask(browser, "DELETE", factor, { password })).status).toBe(422);
    expect((await ask(browser, "DELETE", factor, { password, code: codeOf(secret) })).status).toBe(204);
    expect((await aBrowser().signIn(person.email, password)).status).toBe(303);
    const mails = await service.sql(
      "select content ->> 'became' as became from mails where recipient = $1 order by id",
      [person.email],
    );
    expect(mails.map(({ became }) => became)).toEqual(["on", "off"]);
  });
});

describe("new recovery codes", () => {
  test("new recovery codes require password and code and replace the old ones", async () => {
    const { browser, secret, codes } = await enrolled();
    const path = `${factor}/recovery_codes`;
    const refused = [
      await ask(browser, "POST", path, { password: "a guess at the password", code: codeOf(secret) }),
      await ask(browser, "POST", path, { password, code: "000000" }),
    ];
    expect(refused.map(({ json }) => Object.keys(Object(json.errors)))).toEqual([["password"], ["code"]]);
    const code = codeOf(secret);
    const { status, json } = await ask(browser, "POST", path, { password, code });
    expect([status, Object(json.recovery_codes).length]).toEqual([200, 10]);
    expect(json.recovery_codes).not.toEqual(codes);
    expect((await ask(browser, "GET", factor)).json).toEqual({ enabled: true, recovery_codes_left: 10 });
    expect((await ask(browser, "POST", path, { password, code })).status).toBe(422);
    expect((await ask(browser, "POST", path, { password, code: codes[0] })).status).toBe(422);
    const [first] = Object.values(Object(json.recovery_codes));
    expect((await ask(browser, "DELETE", factor, { password, code: first })).status).toBe(204);
    expect((await ask(browser, "POST", path, { password, code: codeOf(secret) })).json.errors).toEqual({
      base: ["The second factor is off."],
    });
  });
});

test("a new password keeps the second factor", async () => {
  const { person, browser, secret } = await enrolled();
  const changed = await ask(browser, "PUT", "/me/password", {
    current: password,
    password: "seven herons over the quay",
  });
  expect(changed.status).toBe(200);
  const again = aBrowser();
  const page = await again.signIn(person.email, "seven herons over the quay");
  expect(again.cookies.has("roost_session")).toBe(false);
  expect((await show(again, page, codeOf(secret))).status).toBe(303);
});

test("key rotation reseals the second factor's secret", async () => {
  const { secret, browser } = await enrolled();
  const newer = secretsUnder([Buffer.alloc(32, "a newer key"), Buffer.alloc(32, "a key of tests")]);
  await registerKey(service.database, newer);
  await resealSecondFactors(service.database, newer);
  expect(await service.sql("select 1 from second_factors where secrets_key_id <> $1", [newer.keyId()])).toEqual([]);
  const back = secretsUnder([Buffer.alloc(32, "a key of tests"), Buffer.alloc(32, "a newer key")]);
  await resealSecondFactors(service.database, back);
  expect((await ask(browser, "DELETE", factor, { password, code: codeOf(secret) })).status).toBe(204);
  expect(testSecrets.keyId()).toEqual(back.keyId());
});
