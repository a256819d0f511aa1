import { createRequire } from "node:module";
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { baseUrl } from "../harness/service.ts";
import type { ConsoleClient } from "../harness/people.ts";
import { aPage, began, type Look, look, sizes, type Window } from "./window.ts";

export { sizes, useWindow } from "./window.ts";

/** A day so many days from the one on which the tests began. */
export const dayFrom = (days: number): string => new Date(began + days * 86_400_000).toISOString().slice(0, 10);

/** Somebody's browser on a screen of the console, signed in. Whatever the page complains about fails the test, whose end leaves it. */
export async function openConsole(window: Window, person: ConsoleClient, look: Look = {}): Promise<Page> {
  const page = await aPage(window, look);
  const [name = "", value = ""] = (person.headers.cookie ?? "").split("=");
  await page.context().addCookies([{ name, value, url: baseUrl }]);
  await page.goto(`${baseUrl}/console/calendar`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.locator("main .waiting").waitFor({ state: "detached" });
  return page;
}

/** Goes to a screen by the navigation, which a phone hides behind a button. */
export async function goTo(page: Page, screen: string): Promise<void> {
  const menu = page.getByRole("button", { name: "Menu" });
  if (await menu.isVisible()) await menu.click();
  await page.getByRole("navigation").getByRole("link", { name: screen, exact: true }).click();
}

const axe = readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds against WCAG 2.2 AA: the rule and where. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  // To compile it takes longer than a check: once for each document.
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(await axe);
  return page.evaluate(async () => {
    const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
    const checker: {
      run(
        options: unknown,
      ): Promise<{ violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }>;
    } = Reflect.get(globalThis, "axe");
    const { violations } = await checker.run({ runOnly: tags });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`),
    );
  });
}

/**
 * What axe finds on a light desktop and on a phone in the dark, and whether the page is wider than either. It is looked at from where it
 * is: to go there once for each look takes longer than to look. It ends as it began, on a light desktop.
 */
export async function faultsInEachLook(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const [size, colorScheme] of [
    ["phone", "dark"],
    ["desktop", "light"],
  ] as const) {
    await look(page, { viewport: sizes[size], colorScheme });
    // What follows the window's size is drawn in the frame after the next.
    await page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))");
    const overflow = Number(await page.evaluate("document.documentElement.scrollWidth - innerWidth"));
    if (overflow > 0) faults.push(`${size}: ${overflow} pixels wider than the window`);
    faults.push(...(await accessibilityFaults(page)).map((fault) => `${size}, ${colorScheme}: ${fault}`));
  }
  return faults;
}
