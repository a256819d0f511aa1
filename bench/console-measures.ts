import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";

const inPage = readFile(new URL("./console-in-page.js", import.meta.url), "utf8");

/** The value below which so many percent lie. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(Math.floor((sorted.length * percent) / 100), sorted.length - 1)] ?? Number.NaN;
}

/** Bytes that came over the line, compressed: all that the page has asked for, and its code and style alone. */
export async function transferred(page: Page): Promise<{ readonly all: number; readonly code: number }> {
  await page.evaluate(await inPage);
  const [all = 0, code = 0] = await page.evaluate<number[]>("measured.bytes()");
  return { all, code };
}

/** Milliseconds from an interaction to the second frame after it: opening a stay, closing it, a filter, a scroll. */
export async function interactions(page: Page): Promise<number[]> {
  await page.evaluate(await inPage);
  const delays: number[] = [];
  for (let round = 0; round < 8; round++)
    for (const act of ["open", "close", "filter", "all", "scroll"]) {
      delays.push(await page.evaluate<number>(`measured.act("${act}")`));
      await page.waitForTimeout(400);
    }
  return delays;
}

/** Frames a second while the grid scrolls by so many pixels each frame, for four seconds. */
export async function frames(page: Page, right: number, down: number): Promise<number> {
  await page.evaluate(await inPage);
  return page.evaluate<number>(`measured.frames(${right}, ${down})`);
}
