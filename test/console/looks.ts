import type { Page } from "playwright-core";
import { accessibilityFaults, sizes } from "./open-console.ts";
import { settled } from "./settled.ts";

/** The looks that a state is checked in, one after the other in the same page. */
const looks = [
  ["desktop", "light"],
  ["phone", "dark"],
] as const;

/** The faults of what the page shows, which must fit its window, with the look in which each occurs. */
export async function faultsOf(page: Page, state: string): Promise<string[]> {
  const faults: string[] = [];
  for (const [size, colorScheme] of looks) {
    await page.setViewportSize(sizes[size]);
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await settled(page);
    for (const fault of await accessibilityFaults(page)) faults.push(`${state}, ${size}, ${colorScheme}: ${fault}`);
    if (await page.evaluate("document.documentElement.scrollWidth > innerWidth"))
      faults.push(`${state}, ${size}, ${colorScheme}: scrolls sideways`);
  }
  await page.setViewportSize(sizes.desktop);
  return faults;
}
