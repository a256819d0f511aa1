import type { Page } from "playwright-core";
import { expect } from "vitest";

/** In the page: the number of placeholders, and of transitions that run. */
const unsettled = `(async () => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  await frame();
  await frame();
  const transitions = document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations === 1);
  return transitions.length + document.querySelectorAll("main .waiting, [aria-busy=true]").length;
})()`;

/** Waits until a page shows no placeholder and no transition runs. */
export async function settled(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate<number>(unsettled)).toBe(0);
}
