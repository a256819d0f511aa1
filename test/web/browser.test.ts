import { describe, expect, test, vi } from "vitest";
import { everyScope } from "../../src/modules/platform/access/scope-list.ts";
import { expectUsable, faultsOf, press, signIn, tabOrder, useBrowser } from "./browser-windows.ts";
import { password, useFixture } from "./fixture.ts";

const fixture = useFixture();
const windows = useBrowser();

describe.each(["phone", "desktop"] as const)("at the width of a %s, without JavaScript", (width) => {
  test("a user mistypes the password, signs in, uninstalls an application and signs out", async () => {
    const rosa = await fixture.aPerson();
    const account = await fixture.anAccount(rosa, "owner");
    await fixture.anInstallation(account, { name: "Calendar Crane" });
    await fixture.anInstallation(account, { name: "Night Owl", scopes: everyScope });
    const page = await windows.open(width);
    await page.goto(`${fixture.url}/applications`);
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
    expect(page.url()).toBe(`${fixture.url}/applications`);
    await page.getByText("31 permissions").click();
    expect(await page.getByText("Create and dismiss reviews").isVisible()).toBe(true);
    await expectUsable(page, `${width}-applications`);

    await page.getByRole("link", { name: "Uninstall Calendar Crane" }).click();
    await page.getByRole("heading", { name: "Uninstall Calendar Crane?", level: 1 }).waitFor();
    await expectUsable(page, `${width}-uninstall`);
    await press(page, "Uninstall");
    expect(await page.getByRole("status").textContent()).toBe("Application uninstalled.");
    expect(await page.getByRole("heading", { level: 3 }).allTextContents()).toEqual(["Night Owl"]);

    await press(page, "Sign out");
    expect(await page.getByRole("status").textContent()).toBe("You are signed out.");
    await page.goBack();
    await page.reload();
    expect(await page.title()).toBe("Sign in · Roost");
  });

  test("an owner registers an application, corrects it, and is shown its secret", async () => {
    const rosa = await fixture.aPerson();
    await fixture.anAccount(rosa, "owner");
    const page = await windows.open(width, "dark");
    await page.goto(`${fixture.url}/applications/new`);
    await signIn(page, rosa);
    await page.getByLabel("Name").fill("Night Owl");
    await page.getByLabel("Redirect URIs").fill("http://owl.example/back");
    await press(page, "Register");
    const uris = page.getByLabel("Redirect URIs");
    const [error = ""] = (await uris.getAttribute("aria-describedby"))?.split(" ") ?? [];
    expect(await page.locator(`#${error}`).textContent()).toContain("http://owl.example/back must be https");
    await expectUsable(page, `${width}-register`);
    await uris.fill("https://owl.example/back");
    await page.getByRole("checkbox", { name: "See all bookings" }).check();
    await press(page, "Register");
    await expectUsable(page, `${width}-registered`);
    expect(await page.locator("dd").allTextContents()).toEqual([
      expect.stringMatching(/^[0-9a-f]{32}$/),
      expect.stringMatching(/^[\w-]{43}$/),
    ]);
  });

  test("an unknown page has a way back", async () => {
    const page = await windows.open(width);
    await page.goto(`${fixture.url}/sign_in`);
    await signIn(page, await fixture.aPerson());
    await page.goto(`${fixture.url}/accounts/1/applications/1/uninstall`);
    expect(await page.getByRole("heading").textContent()).toBe("Page not found");
    await expectUsable(page, `${width}-nothing`);
    await page.getByRole("link", { name: "Go to the start page" }).click();
    await page.waitForURL(`${fixture.url}/console/calendar`);
    await page.goto(`${fixture.url}/applications`);
    expect(await page.getByText("You are all set").isVisible()).toBe(true);
    await expectUsable(page, `${width}-no-accounts`);
  });
});

describe("with the keyboard alone", () => {
  test("tab order follows the page, starting with the skip link", async () => {
    const rosa = await fixture.aPerson();
    const account = await fixture.anAccount(rosa, "owner");
    await fixture.anInstallation(account, { name: "Night Owl", scopes: everyScope });
    const page = await windows.open("desktop");
    await page.goto(`${fixture.url}/sign_in`);
    expect(await page.locator(":focus").getAttribute("name")).toBe("email");
    await page.keyboard.type(rosa.email);
    await page.keyboard.press("Tab");
    await page.keyboard.type(password);
    await page.keyboard.press("Enter");
    await page.waitForURL(`${fixture.url}/console/calendar`);
    await page.goto(`${fixture.url}/applications`);
    expect(await tabOrder(page, 10)).toEqual([
      "link Skip to content",
      "link Roost, start page",
      "link Applications",
      "'link Rosa Robles change your password'",
      "button Sign out",
      "link Invite a person",
      "link Register an application",
      "text 31 permissions bookings, guests, rentals, prices, money, account",
      "link Uninstall Night Owl",
      "link Documentation",
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
  await page.goto(`${fixture.url}/applications`);
  await signIn(page, await fixture.aPerson());
  await page.getByRole("heading", { name: "Applications" }).waitFor();
  expect(messages).toEqual([]);
  expect(new Set(requests)).toEqual(new Set([fixture.url]));
  await page.setContent(`<iframe src="${fixture.url}/sign_in"></iframe>`);
  await vi.waitFor(() => expect(messages.join()).toMatch(/frame/i));
});
