import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterEach, beforeAll, expect, vi } from "vitest";
import { aBrowser } from "./browser.ts";
import { type Person, password } from "./fixture.ts";

const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } } as const;
export type Width = keyof typeof sizes;

/** Opens windows of a real browser for the tests of a file, each with cookies of its own. */
export interface BrowserWindows {
  /** The window of somebody who has turned JavaScript off. */
  open(width: Width, colorScheme?: "light" | "dark"): Promise<Page>;
  /** The window of somebody who has not. */
  openWithScript(): Promise<Page>;
}

export function useBrowser(): BrowserWindows {
  // Chromium begins slowly on a machine that is busy with other things.
  vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
  let browser: Browser | undefined;
  const contexts: BrowserContext[] = [];
  beforeAll(async () => {
    browser = await aBrowser();
  });
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()));
  });
  const open = async (options: Parameters<Browser["newContext"]>[0]): Promise<Page> => {
    if (!browser) throw new Error("The browser is not open yet: use it inside a test.");
    const context = await browser.newContext(options);
    contexts.push(context);
    const page = await context.newPage();
    page.setDefaultTimeout(15_000);
    return page;
  };
  return {
    open: (width, colorScheme = "light") => open({ javaScriptEnabled: false, colorScheme, viewport: sizes[width] }),
    openWithScript: () => open({ viewport: sizes.desktop }),
  };
}

/** Fills in the sign-in page. */
export async function signIn(page: Page, person: Person, secret = password): Promise<void> {
  await page.getByLabel("E-mail address").fill(person.email);
  await page.getByLabel("Password").fill(secret);
  await press(page, "Sign in");
}

/** Presses a button and waits for the page to which it leads. */
export async function press(page: Page, name: string): Promise<void> {
  const arrived = page.waitForEvent("load");
  await page.getByRole("button", { name, exact: true }).click();
  await arrived;
}

/** Expects that nothing keeps anybody from using the page. With ROOST_SCREENSHOTS, a picture of it is kept in that folder. */
export async function expectUsable(page: Page, name: string): Promise<void> {
  expect(await faultsOf(page)).toEqual([]);
  const folder = process.env.ROOST_SCREENSHOTS;
  if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}

const faultsInPage = readFile(join(import.meta.dirname, "faults-in-page.js"), "utf8");

/** What would keep somebody from using a page: labels, names, headings, contrast, sizes. */
export async function faultsOf(page: Page): Promise<unknown> {
  return page.evaluate(await faultsInPage);
}

/** What the Tab key reaches, in its order, as assistive technology names it. */
export async function tabOrder(page: Page, most: number): Promise<string[]> {
  const reached: string[] = [];
  for (let count = 0; count < most; count++) {
    await page.keyboard.press("Tab");
    const [line = ""] = (await page.locator(":focus").ariaSnapshot()).split("\n");
    reached.push(line.replace(/^- |[":]/g, "").trim());
  }
  return reached;
}
