import { expect, test } from "vitest";
import { expectUsable, press, signIn, useBrowser } from "./browser-windows.ts";
import { useFixture } from "./fixture.ts";

const fixture = useFixture();
const windows = useBrowser();

const outOfBand = "urn:ietf:wg:oauth:2.0:oob";

test("the code page copies its code by a button and works without scripts", async () => {
  const rosa = await fixture.aPerson();
  await fixture.anAccount(rosa, "owner");
  const application = await fixture.anApplication({ redirectUris: [outOfBand] });
  const query = new URLSearchParams({
    client_id: application.clientId,
    redirect_uri: outOfBand,
    response_type: "code",
  });
  const authorize = `${fixture.url}/oauth/authorize?${query}`;

  const page = await windows.openWithScript();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const messages: string[] = [];
  page.on("console", (message) => messages.push(message.text()));
  await page.goto(authorize);
  await signIn(page, rosa);
  await press(page, "Connect");
  await expectUsable(page, "code");
  const code = await page.locator("#code").textContent();
  await page.getByRole("button", { name: "Copy the code" }).click();
  await page.getByText("Copied", { exact: true }).waitFor();
  expect(await page.evaluate("navigator.clipboard.readText()")).toBe(code);
  expect(messages).toEqual([]);

  const plain = await windows.open("phone");
  await plain.goto(`${authorize}&prompt=consent`);
  await signIn(plain, rosa);
  await press(plain, "Connect");
  expect(await plain.getByRole("button", { name: /Copy/ }).count()).toBe(0);
  expect(await plain.locator("#code").textContent()).toMatch(/^\S+$/);
});

test.each(["phone", "desktop"] as const)("the guides can be read at the width of a %s", async (width) => {
  const page = await windows.open(width);
  for (const path of [
    "/docs",
    "/docs/oauth",
    "/docs/pricing",
    "/docs/payments",
    "/docs/personal-data",
    "/docs/agents",
  ]) {
    await page.goto(fixture.url + path);
    await expectUsable(page, `${width}-guide-${path.split("/")[2] ?? "start"}`);
  }
});
