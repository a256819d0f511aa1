import type { Page } from "playwright-core";
import { until } from "../harness/until.ts";

/** Undoes the last action. A replaced notice stays for a moment beside the new one. */
export async function undo(page: Page): Promise<void> {
  const button = page.getByRole("button", { name: "Undo" });
  await until(async () => (await button.count()) === 1);
  await button.click();
}
