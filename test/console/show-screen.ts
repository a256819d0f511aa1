import type { Page } from "playwright-core";
import { settled } from "./settled.ts";

/** In the page: shows an address by the console's router, without loading the page again. */
const showing = `async (address) => {
  const router = globalThis.__TSR_ROUTER__;
  router.history.push(address);
  const isShown = () => router.state.status === "idle" && router.state.resolvedLocation?.href === router.latestLocation.href;
  do await new Promise((resolve) => requestAnimationFrame(resolve));
  while (!isShown());
}`;

/** Opens a screen, which may still wait for its reads. */
export const openScreen = (page: Page, address: string): Promise<unknown> =>
  page.evaluate(`(${showing})(${JSON.stringify(address)})`);

/** Shows a screen with its reads. A page that stays loaded keeps axe, whose code takes as long to load as a screen. */
export async function showScreen(page: Page, address: string): Promise<void> {
  await openScreen(page, address);
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await settled(page);
}
