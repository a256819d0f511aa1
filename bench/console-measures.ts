import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";

const inPage = readFile(new URL("./console-in-page.js", import.meta.url), "utf8");

/** A percentile of some values. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(Math.floor((sorted.length * percent) / 100), sorted.length - 1)] ?? Number.NaN;
}

/** Transferred bytes, compressed: all of the page, and its code and styles only. */
export async function transferred(page: Page): Promise<{ readonly all: number; readonly code: number }> {
  await page.evaluate(await inPage);
  const [all = 0, code = 0] = await page.evaluate<number[]>("measured.bytes()");
  return { all, code };
}

/** Milliseconds from an interaction to the second frame after it: open and close a stay, filter, scroll. */
export async function interactions(page: Page): Promise<number[]> {
  await page.evaluate(await inPage);
  const delays: number[] = [];
  for (let round = 0; round < 8; round++)
    for (const act of ["open", "close", "filter", "all", "scroll"]) {
      delays.push(await page.evaluate<number>(`measured.act("${act}")`));
      await page.waitForTimeout(400);
      const dialog = page.getByRole("dialog").first();
      if (act === "open") await dialog.getByRole("button").first().waitFor();
      if (act === "close") await dialog.waitFor({ state: "detached" });
    }
  return delays;
}

/** Frames per second during four seconds of scrolling by a number of pixels per frame. */
export async function frames(page: Page, right: number, down: number): Promise<number> {
  await page.evaluate(await inPage);
  return page.evaluate<number>(`measured.frames(${right}, ${down})`);
}
