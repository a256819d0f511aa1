import type { Locator, Page } from "playwright-core";

/** In the page: lets a dialog that has just appeared move the focus into itself. */
const focusMoved = `(async () => {
  for (const _ of [1, 2]) await new Promise((resolve) => requestAnimationFrame(resolve));
  await new Promise((resolve) => setTimeout(resolve, 5));
})()`;

let isSteady = false;

/**
 * Makes `fill` wait for its field's dialog first. It moves the focus a few milliseconds after it appears, and `fill` focuses its field and then,
 * in a second step, types into whatever has the focus.
 */
export function fillSteadily(page: Page): void {
  if (isSteady) return;
  isSteady = true;
  const locators: Pick<Locator, "fill"> = Object.getPrototypeOf(page.locator("body"));
  const { fill } = locators;
  locators.fill = async function steadily(this: Locator, ...request) {
    await this.waitFor(request[1]?.timeout === undefined ? {} : { timeout: request[1].timeout });
    // A page without scripts has no dialogs, and its timers do not end.
    const isInDialog = await this.evaluate((field) => field.closest("[aria-modal=true]") !== null);
    if (isInDialog) await this.page().evaluate(focusMoved);
    await fill.apply(this, request);
  };
}
