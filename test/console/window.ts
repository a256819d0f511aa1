import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished } from "vitest";
import { baseUrl, type TestService } from "../harness/service.ts";
import { aBrowser } from "../web/browser.ts";
import { aTlsProxy, type TlsProxy } from "./tls-proxy.ts";

/** When these tests began: the pages stay on that day, also past midnight. */
export const began = Date.now();

/** Desktop and phone, in pixels. */
export const sizes = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } } as const;

/** How somebody looks at the console; on a light desktop without touch, unless told otherwise. */
export type Look = Pick<BrowserContextOptions, "viewport" | "colorScheme" | "hasTouch">;

/** A browser for the tests of a file, and the proxy by which it finds the service at its public URL. */
export interface Window {
  readonly browser: Browser;
  readonly proxy: TlsProxy;
  /** Pages that earlier tests have left. */
  readonly left: Page[];
}

/** Opens it before the file's tests and closes it after them. */
export function useWindow(service: TestService): Window {
  let opened: Window | undefined;
  beforeAll(async () => {
    opened = { browser: await aBrowser(), proxy: await aTlsProxy(service.url), left: [] };
  });
  afterAll(async () => {
    await Promise.all(opened?.left.map((page) => page.context().close()) ?? []);
    opened?.proxy.close();
  });
  const open = (): Window => {
    if (!opened) throw new Error("The window is not open yet: use it inside a test.");
    return opened;
  };
  return {
    get browser() {
      return open().browser;
    },
    get proxy() {
      return open().proxy;
    },
    get left() {
      return open().left;
    },
  };
}

/**
 * A page without anything of anybody, until the test ends: one that an earlier test has left, or a new one. In the process of a page that
 * was there before, the console opens in half the time.
 */
export async function aPage(window: Window, wanted: Look): Promise<Page> {
  const { hasTouch } = wanted;
  // Whether there is touch is told to a whole context, at its beginning.
  const page = (hasTouch ? undefined : window.left.pop()) ?? (await aNewPage(window, hasTouch));
  onTestFinished(() => (hasTouch ? page.context().close() : leave(window, page)));
  await look(page, wanted);
  return page;
}

/** Looks at a page in another way. */
export async function look(page: Page, { viewport, colorScheme = "light" }: Look): Promise<void> {
  await page.setViewportSize(viewport ?? sizes.desktop);
  await page.emulateMedia({ colorScheme });
}

async function aNewPage({ browser, proxy }: Window, hasTouch = false): Promise<Page> {
  const context = await browser.newContext({
    ...{ locale: "en-GB", timezoneId: "UTC", ignoreHTTPSErrors: true, hasTouch },
    proxy: { server: proxy.url },
  });
  const page = await context.newPage();
  await page.clock.setFixedTime(began);
  page.on("console", (message) => {
    // A refusal that a screen shows is no fault of the page; the browser mentions it all the same.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
      expect.fail(`The page said: ${message.text()}`);
  });
  page.on("pageerror", (error) => expect.fail(`The page failed: ${error.message}`));
  return page;
}

/** Leaves a page to the next test: on the same origin, since another one gets another process, and without a trace of who was there. */
async function leave({ left }: Window, page: Page): Promise<void> {
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.goto(`${baseUrl}/health/live`);
  await page.evaluate("localStorage.clear(), sessionStorage.clear()");
  await page.context().clearCookies();
  await page.mouse.move(0, 0);
  left.push(page);
}
