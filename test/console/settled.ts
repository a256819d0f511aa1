import type { Page } from "playwright-core";
import { expect } from "vitest";

/** In the page: the number of transitions that run, and of placeholders, if they count. */
const unsettled = `(async (placeholders) => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  await frame();
  await frame();
  const transitions = document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations === 1);
  return transitions.length + (placeholders ? document.querySelectorAll("main .waiting, [aria-busy=true]").length : 0);
})`;

/** Waits until no transition runs and a page shows no placeholder. @param ends whether its placeholders end */
export async function settled(page: Page, ends = true): Promise<void> {
  await expect.poll(() => page.evaluate<number>(`(${unsettled})(${ends})`)).toBe(0);
}
