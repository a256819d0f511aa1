import { describe, expect, test } from "vitest";
import { expectUsable, faultsOf, press, signIn, tabOrder, useBrowser } from "./browser-windows.ts";
import { password, useFixture } from "./fixture.ts";

const fixture = useFixture();
const windows = useBrowser();

describe.each(["phone", "desktop"] as const)("at the width of a %s, without JavaScript", (width) => {
  test("a user mistypes the password, signs in, changes the password and signs out", async () => {
    const rosa = await fixture.aPerson();
    const page = await windows.open(width);
    await page.goto(`${fixture.url}/password`);
    expect(await page.title()).toBe("Sign in · Roost");
    await expectUsable(page, `${width}-sign-in`);

    await signIn(page, rosa, "not the lighthouse");
    const alert = page.getByRole("alert");
    expect(await alert.textContent()).toBe("The e-mail address or password is wrong.");
    for (const label of ["E-mail address", "Password"]) {
      const field = page.getByLabel(label);
      expect(await field.getAttribute("aria-invalid")).toBe("true");
      expect(await field.getAttribute("aria-describedby")).toBe(await alert.getAttribute("id"));
    }
    expect(await page.locator(":focus").getAttribute("name")).toBe("password");
    await expectUsable(page, `${width}-wrong-password`);

    await signIn(page, rosa);
    expect(page.url()).toBe(`${fixture.url}/password`);
    await expectUsable(page, `${width}-password`);

    await press(page, "Sign out");
    expect(await page.getByRole("status").textContent()).toBe("You are signed out.");
    await page.goBack();
    await page.reload();
    expect(await page.title()).toBe("Sign in · Roost");
  });

  test("a forbidden page has a way back", async () => {
    const page = await windows.open(width);
    await page.goto(`${fixture.url}/password`);
    await signIn(page, await fixture.aPerson());
    await page.context().clearCookies();
    const elsewhere = await page.context().newPage();
    await elsewhere.goto(`${fixture.url}/sign_in`);
    await signIn(elsewhere, await fixture.aPerson());
    // The open form belongs to the former session.
    await page.getByLabel("Current password").fill(password);
    await page.getByLabel("New password").first().fill("seven herons over the quay");
    await page.getByLabel("Repeat").fill("seven herons over the quay");
    await press(page, "Change password");
    expect(await page.getByRole("heading").textContent()).toBe("Access denied");
    await expectUsable(page, `${width}-forbidden`);
    await page.getByRole("link", { name: "Go to the start page" }).click();
    await page.waitForURL(`${fixture.url}/console/calendar`);
  });
});

describe("with the keyboard alone", () => {
  test("tab order follows the page, starting with the skip link", async () => {
    const rosa = await fixture.aPerson();
    const page = await windows.open("desktop");
    await page.goto(`${fixture.url}/sign_in`);
    expect(await page.locator(":focus").getAttribute("name")).toBe("email");
    await page.keyboard.type(rosa.email);
    await page.keyboard.press("Tab");
    await page.keyboard.type(password);
    await page.keyboard.press("Enter");
    await page.waitForURL(`${fixture.url}/console/calendar`);
    await page.goto(`${fixture.url}/password`);
    expect(await tabOrder(page, 10)).toEqual([
      "link Skip to content",
      "link Roost, start page",
      "link Applications",
      "'link Rosa Robles change your password'",
      "button Sign out",
      "textbox Current password",
      "textbox New password",
      "textbox Repeat the new password",
      "button Change password",
      "link Cancel",
    ]);
  });
});

test("the fault finder finds faults", async () => {
  const page = await windows.open("phone");
  await page.setContent(`<h1>a</h1><h3 id="x" style="color:#999">b</h3><p id="x" aria-describedby="y">c</p><main style="width:900px">
    <input name="q"><input aria-label="z" name="z" aria-invalid="true"><button style="width:4px;padding:0"></button></main>`);
  expect(await faultsOf(page)).toEqual([
    "the id x is there twice",
    "the id x is there twice",
    'p "c" points to y, which is not there',
    "the field q has no label",
    "the field z has no label",
    "the field z does not say what is wrong",
    "a heading of level 3 follows one of 1",
    "there is not one header",
    "there is not one footer",
    expect.stringMatching(/must be scrolled sideways$/),
    expect.stringMatching(/^button "" is only 4 × /),
    'h3 "b" has a contrast of 2.85',
  ]);
});

test("pages violate no content security policy, load nothing from other hosts and forbid framing", async () => {
  const page = await windows.openWithScript();
  const messages: string[] = [];
  const requests: string[] = [];
  page.on("console", (message) => messages.push(message.text()));
  page.on("request", (request) => requests.push(new URL(request.url()).origin));
  await page.goto(`${fixture.url}/password`);
  await signIn(page, await fixture.aPerson());
  await page.getByRole("heading", { name: "Change your password" }).waitFor();
  expect(messages).toEqual([]);
  expect(new Set(requests)).toEqual(new Set([fixture.url]));
  await page.setContent(`<iframe src="${fixture.url}/sign_in"></iframe>`);
  await expect.poll(() => messages.join()).toMatch(/frame/i);
});
