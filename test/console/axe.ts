import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const axe = readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Loads axe into a page that has not loaded it. */
export async function loadAxe(page: Page): Promise<void> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(await axe);
}

/** The part that a person can use now: the open dialogs, else the whole page. */
export const checkedPart = async (page: Page): Promise<string> =>
  (await page.locator("[role=dialog]").count()) > 0 ? "[role=dialog]" : "html";

/** Rules beyond WCAG 2.2 AA: a visible label that a spoken command misses, and a column that a screen reader cannot name. */
const furtherRules = ["label-content-name-mismatch", "empty-table-header"];

/** Leaves out what the faults do not need: other results, selectors, and a second load of styles and media. */
const costs = { resultTypes: ["violations"], selectors: false, preload: false };

/**
 * The violations of WCAG 2.2 AA that axe finds in the open dialogs, else in the whole page: rule and location.
 * @param excluded rules that are checked otherwise
 */
export async function accessibilityFaults(page: Page, excluded: readonly string[] = []): Promise<string[]> {
  await loadAxe(page);
  const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
  const rules = Object.fromEntries([
    ...furtherRules.map((rule) => [rule, { enabled: true }]),
    ...excluded.map((rule) => [rule, { enabled: false }]),
  ]);
  const checked = { part: await checkedPart(page), options: { runOnly: tags, rules, ...costs } };
  return page.evaluate(async ({ part, options }) => {
    const checker: {
      run(
        part: string,
        options: unknown,
      ): Promise<{ violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }>;
    } = Reflect.get(globalThis, "axe");
    const { violations } = await checker.run(part, options);
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`),
    );
  }, checked);
}
