import { type Language, languages } from "@roost/messages/languages.ts";
import { messagesIn } from "@roost/messages/messages-in.ts";
import { readCatalogue } from "@roost/messages/read-catalogue.ts";
import { describe, expect, test } from "vitest";
import { makeSecretLink } from "../../src/modules/platform/people/passwords/secret-link.ts";
import { type Person, password, useFixture } from "./fixture.ts";
import { PlainBrowser, type Seen } from "./plain-browser.ts";

const fixture = useFixture();

const browserIn = (language: Language): PlainBrowser =>
  new PlainBrowser(fixture.url, { "accept-language": `${language}-XX, ja;q=0.9`, accept: "text/html" });

const chosen = "forty herons over the estuary";
const another = "forty herons over the harbour";
const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("'", "&#39;");

/** English messages without arguments that the language translates differently. */
function englishOnly(language: Language): string[] {
  const translated = readCatalogue(language, ["pages"]);
  return [...readCatalogue("en", ["pages"])]
    .filter(([key, text]) => /^pages\.(people|errors|header|skip)/.test(key) && !text.includes("{"))
    .filter(([key, text]) => text !== translated.get(key))
    .map(([, text]) => text);
}

/** Expects a whole page in one language. */
function expectSpoken(seen: Seen, language: Language, status = 200): void {
  expect(seen.status, seen.text.replace(/<[^>]*>/g, " ").slice(-600)).toBe(status);
  expect(seen.text).toContain(`<html lang="${language}">`);
  const [own = ""] = seen.text.split("<footer");
  const texts = [...own.matchAll(/>([^<>]+)<|aria-label="([^"]+)"/g)];
  const shown = new Set(texts.map(([, text, label]) => (text ?? label ?? "").trim()));
  expect(englishOnly(language).filter((text) => shown.has(escaped(text)))).toEqual([]);
}

async function aPersonIn(language: Language | null): Promise<Person> {
  const person = await fixture.aPerson();
  await fixture.sql("update users set locale = $2 where id = $1", [person.id, language]);
  await fixture.anAccount(person, "owner");
  return person;
}

async function aResetLink(person: Person): Promise<string> {
  const { token, digest } = makeSecretLink();
  await fixture.sql(
    "insert into password_resets (digest, user_id, expires_at) values ($1, $2, now() + interval '1 hour')",
    [digest, person.id],
  );
  return `/password/reset/${token}`;
}

async function anInvitation(email: string): Promise<string> {
  const account = await fixture.anAccount(await fixture.aPerson(), "owner");
  const { token, digest } = makeSecretLink();
  await fixture.sql(
    `insert into invitations (account_id, digest, email, role, expires_at)
     values ($1, $2, $3, 'manager', now() + interval '1 day')`,
    [account, digest, email],
  );
  return `/invitations/${token}`;
}

describe.each(languages)("in %s", (language) => {
  const t = messagesIn(language);

  test("the sign-in page names what the person signs in for", async () => {
    const purposes = [
      ["/console/calendar", "console"],
      ["/oauth/authorize?client_id=1", "connect"],
      ["/invitations/abc", "invitation"],
      ["/docs", "other"],
    ] as const;
    for (const [path, purpose] of purposes) {
      const seen = await browserIn(language).get(`/sign_in?return_to=${encodeURIComponent(path)}`);
      expectSpoken(seen, language);
      expect(seen.text).toContain(escaped(t(`pages.people.signIn.purposes.${purpose}`)));
    }
  });

  test("signing in and requesting a new password refuse wrong input", async () => {
    await fixture.sql("delete from throttled");
    const browser = browserIn(language);
    expectSpoken(await browser.signIn("nobody@example.com", "wrong"), language, 422);
    expectSpoken(await browser.post("/sign_in", { csrf_token: "another" }), language, 403);
    expectSpoken(await browser.get("/sign_in?signed_out"), language);
    expectSpoken(await browser.get("/password/forgot"), language);
    expectSpoken(await browser.post("/password/forgot", { email: "nobody" }), language, 422);
    expectSpoken(await browser.post("/password/forgot", { email: "nobody@example.com" }), language);
    expectSpoken(await browser.get("/password/reset/unknown"), language, 404);
    const link = await aResetLink(await aPersonIn(null));
    expectSpoken(await browser.get(link), language);
    for (const weak of ["short", "aaaaaaaaaaaa", "password1234", "a".repeat(201)])
      expectSpoken(await browser.post(link, { chosen: weak, repeated: weak }), language, 422);
    expectSpoken(await browser.post(link, { chosen, repeated: another }), language, 422);
  });

  test("requests a second factor, and refuses a wrong code", async () => {
    const person = await aPersonIn(null);
    await fixture.sql("update users set second_factor_at = now() where id = $1", [person.id]);
    const browser = browserIn(language);
    const asked = await browser.signIn(person.email, password);
    expectSpoken(asked, language);
    const pending = /name="pending" value="([^"]+)"/.exec(asked.text)?.[1] ?? "";
    expectSpoken(await browser.post("/sign_in/code", { pending, code: "123456" }), language, 422);
    expectSpoken(await browser.post("/sign_in/code", { pending: "", code: "123456" }), language, 403);
  });

  test("an invited person joins, and an existing one is asked to sign in", async () => {
    const browser = browserIn(language);
    const link = await anInvitation(`${crypto.randomUUID()}@example.com`);
    const page = await browser.get(link);
    expectSpoken(page, language);
    expect(page.text).toContain(escaped(t("mails.invitation.roles.manager")));
    expectSpoken(await browser.post(link, { name: "", chosen, repeated: chosen }), language, 422);
    expectSpoken(await browser.post(link, { name: "Ada", chosen, repeated: another }), language, 422);
    expectSpoken(await browser.get("/invitations/unknown"), language, 404);
    const person = await aPersonIn(null);
    expectSpoken(await browser.get(await anInvitation(person.email)), language);
  });

  test("a signed-in person's pages use their language, not the browser's", async () => {
    await fixture.sql("delete from throttled");
    const person = await aPersonIn(language);
    const browser = language === "de" ? browserIn("fr") : browserIn("de");
    await browser.signIn(person.email, password);
    expectSpoken(await browser.get("/password"), language);
    expectSpoken(await browser.post("/password", { current: "wrong", chosen, repeated: chosen }), language, 422);
    expectSpoken(await browser.post("/password", { current: password, chosen, repeated: another }), language, 422);
    expectSpoken(await browser.post("/password", { csrf_token: "another" }), language, 403);
    expectSpoken(await browser.get(await anInvitation(person.email)), language);
    const other = await browser.get(await anInvitation((await fixture.aPerson()).email));
    expect(other.text).toContain(escaped(t("pages.people.invitation.otherUser", { email: person.email })));
  });
});

test("a person without a language reads the browser's, and an unknown language is English", async () => {
  const person = await aPersonIn(null);
  const browser = browserIn("de");
  await browser.signIn(person.email, password);
  expectSpoken(await browser.get("/password"), "de");
  const japanese = await new PlainBrowser(fixture.url, { "accept-language": "ja" }).get("/sign_in");
  expect(japanese.text).toContain('<html lang="en">');
});
