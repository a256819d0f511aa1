import type { Page } from "playwright-core";
import { contrastFaults } from "./contrast.ts";
import { accessibilityFaults, sizes } from "./open-console.ts";
import { settled } from "./settled.ts";

const schemes = ["light", "dark"] as const;

/** The faults of the present window in both color schemes: all in its own one, the contrast in the other. */
async function faultsInBoth(
  page: Page,
  look: string,
  own: (typeof schemes)[number],
  settles: boolean,
): Promise<string[]> {
  const faults: string[] = [];
  for (const colorScheme of schemes.toSorted((one) => (one === own ? -1 : 1))) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await settled(page, settles);
    const found = await contrastFaults(page, colorScheme);
    // Contrast is the only fault that a color scheme alone can cause.
    if (colorScheme === own) found.push(...(await accessibilityFaults(page, ["color-contrast"])));
    faults.push(...found.map((fault) => `${look}, ${colorScheme}: ${fault}`));
  }
  if (await page.evaluate("document.documentElement.scrollWidth > innerWidth"))
    faults.push(`${look}: scrolls sideways`);
  return faults;
}

/**
 * The faults of what the page shows, which must fit its window, with the look in which each occurs: a desktop and a phone, each light and
 * dark.
 * @param settles whether the page's placeholders end
 */
export async function faultsOf(page: Page, state: string, settles = true): Promise<string[]> {
  const faults: string[] = [];
  for (const [size, own] of [
    ["desktop", "light"],
    ["phone", "dark"],
  ] as const) {
    await page.setViewportSize(sizes[size]);
    faults.push(...(await faultsInBoth(page, `${state}, ${size}`, own, settles)));
  }
  await page.setViewportSize(sizes.desktop);
  await settled(page, settles);
  return faults;
}

/**
 * The faults of a job's state in a window that keeps its size and focus, in both color schemes; the page then has its own one again. So a
 * job that runs on a light desktop and on a dark phone is seen in all four looks.
 * @param own the scheme that the page was opened in
 * @param settles whether the page's placeholders end
 */
export async function faultsInJob(
  page: Page,
  state: string,
  own: (typeof schemes)[number],
  settles = true,
): Promise<string[]> {
  const faults = await faultsInBoth(page, state, own, settles);
  await page.emulateMedia({ colorScheme: own, reducedMotion: "reduce" });
  await settled(page, settles);
  return faults;
}
