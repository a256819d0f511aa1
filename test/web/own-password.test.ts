import { describe, expect, test } from "vitest";
import { expectUsable, press, signIn, useBrowser } from "./browser-windows.ts";
import { type Person, password, useFixture } from "./fixture.ts";
import { PlainBrowser } from "./plain-browser.ts";

const fixture = useFixture();
const windows = useBrowser();
const chosen = "forty herons over the estuary";

async function aSignedInPerson(): Promise<{ person: Person; browser: PlainBrowser }> {
  const person = await fixture.aPerson();
  return { person, browser: await fixture.signedIn(person) };
}

const filled = (fields: Record<string, string> = {}) => ({ current: password, chosen, repeated: chosen, ...fields });

async function canSignIn(person: Person, secret: string): Promise<boolean> {
  return (await new PlainBrowser(fixture.url).signIn(person.email, secret)).status === 303;
}

describe("changing one's own password", () => {
  test("a new password keeps this browser signed in and ends every other session", async () => {
    const { person, browser } = await aSignedInPerson();
    const elsewhere = await fixture.signedIn(person);
    const before = browser.cookies.get("roost_session");
    await browser.get("/password");
    const answer = await browser.post("/password", filled());
    expect([answer.status, answer.location]).toEqual([303, "/console/settings/me?notice=password_changed"]);
    expect(browser.cookies.get("roost_session")).not.toBe(before);
    expect((await elsewhere.get("/password")).location).toContain("/sign_in");
    expect(await canSignIn(person, password)).toBe(false);
    expect(await canSignIn(person, chosen)).toBe(true);
  });

  test.each([
    [
      "a wrong present password",
      { current: "not the lighthouse" },
      /id="current-error"[^>]*><p>The current password is wrong/,
    ],
    ["two different new ones", { repeated: "forty heron" }, /id="chosen-error"[^>]*><p>The passwords do not match/],
    ["one that is too short", { chosen: "short", repeated: "short" }, /The new password is too short/],
    ["one that everybody tries", { chosen: "password1234", repeated: "password1234" }, /too easy to guess/],
  ])("refuses %s at its field and changes nothing", async (_, fields, problem) => {
    const { person, browser } = await aSignedInPerson();
    await browser.get("/password");
    const answer = await browser.post("/password", filled(fields));
    expect(answer.status).toBe(422);
    expect(answer.text).toMatch(problem);
    expect(answer.text).not.toContain(chosen);
    expect(await canSignIn(person, password)).toBe(true);
  });

  test("changing the password requires a session and its own form", async () => {
    const stranger = new PlainBrowser(fixture.url);
    expect((await stranger.get("/password")).location).toBe("/sign_in?return_to=%2Fpassword");
    expect((await stranger.post("/password", filled())).location).toBe("/sign_in");
    const { person, browser } = await aSignedInPerson();
    const answer = await browser.post("/password", filled({ csrf_token: "another" }));
    expect(answer.status).toBe(403);
    expect(await canSignIn(person, password)).toBe(true);
  });

  test("limits guesses at the current password", async () => {
    const { browser } = await aSignedInPerson();
    await browser.get("/password");
    let status = 0;
    for (let guess = 0; guess < 12 && status !== 429; guess++) {
      status = (await browser.post("/password", filled({ current: `guess ${guess}` }))).status;
    }
    expect(status).toBe(429);
  });

  test.each(["phone", "desktop"] as const)("can be done at the width of a %s", async (width) => {
    const person = await fixture.aPerson();
    const page = await windows.open(width);
    await page.goto(`${fixture.url}/password`);
    await signIn(page, person);
    await expectUsable(page, `${width}-password`);
    await page.getByLabel("Current password").fill("wrong");
    await page.getByLabel("New password", { exact: true }).fill(chosen);
    await page.getByLabel("Repeat the new password").fill(chosen);
    await press(page, "Change password");
    await expectUsable(page, `${width}-password-wrong`);
    await page.getByLabel("Current password").fill(password);
    await page.getByLabel("New password", { exact: true }).fill(chosen);
    await page.getByLabel("Repeat the new password").fill(chosen);
    await press(page, "Change password");
    expect(page.url()).toBe(`${fixture.url}/console/settings/me?notice=password_changed`);
  });
});
