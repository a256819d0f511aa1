import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterEach, beforeAll, expect } from "vitest";
import { aBrowser } from "./browser.ts";
import { type Person, password } from "./fixture.ts";

const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } } as const;
export type Width = keyof typeof sizes;

/** Opens windows of a real browser for a test file, each with its own cookies. */
export interface BrowserWindows {
  /** A window without JavaScript. */
  open(width: Width, colorScheme?: "light" | "dark"): Promise<Page>;
  /** A window with JavaScript. */
  openWithScript(width?: Width): Promise<Page>;
}

export function useBrowser(): BrowserWindows {
  let browser: Browser | undefined;
  const contexts: BrowserContext[] = [];
  beforeAll(async () => {
    browser = await aBrowser();
  });
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()));
  });
  const open = async (options: Parameters<Browser["newContext"]>[0]): Promise<Page> => {
    if (!browser) throw new Error("the browser is not open yet: use it inside a test");
    const context = await browser.newContext(options);
    contexts.push(context);
    return context.newPage();
  };
  return {
    open: (width, colorScheme = "light") => open({ javaScriptEnabled: false, colorScheme, viewport: sizes[width] }),
    openWithScript: (width = "desktop") => open({ viewport: sizes[width] }),
  };
}

/** Fills in the sign-in page. */
export async function signIn(page: Page, person: Person, secret = password): Promise<void> {
  await page.getByLabel("E-mail address").fill(person.email);
  await page.getByLabel("Password").fill(secret);
  await press(page, "Sign in");
}

/** Presses a button and waits for the next page. */
export async function press(page: Page, name: string): Promise<void> {
  const arrived = page.waitForEvent("load");
  await page.getByRole("button", { name, exact: true }).click();
  await arrived;
}

/** Expects an accessible page. ROOST_SCREENSHOTS names a folder for its screenshot. */
export async function expectUsable(page: Page, name: string): Promise<void> {
  expect(await faultsOf(page)).toEqual([]);
  const folder = process.env.ROOST_SCREENSHOTS;
  if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}

const faultsInPage = readFile(join(import.meta.dirname, "faults-in-page.js"), "utf8");

/** A page's accessibility faults: labels, names, headings, contrast, sizes. */
export async function faultsOf(page: Page): Promise<unknown> {
  return page.evaluate(await faultsInPage);
}

/** The accessible names of the page's tab stops, in order. */
export async function tabOrder(page: Page, most: number): Promise<string[]> {
  const reached: string[] = [];
  for (let count = 0; count < most; count++) {
    await page.keyboard.press("Tab");
    const [line = ""] = (await page.locator(":focus").ariaSnapshot()).split("\n");
    reached.push(line.replace(/^- |[":]/g, "").trim());
  }
  return reached;
}
