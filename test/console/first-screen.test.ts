import type { Page, Request } from "playwright-core";
import { expect, test } from "vitest";
import { aBooking, aRental } from "../harness/factories.ts";
import { dayFrom, useConsole } from "./open-console.ts";

/** The files that the browser loads before a person sees the calendar (console.md, How it feels). */
const roost = useConsole();

const maxBytes = 350 * 1024;

/** Reloads the page without the browser's cache, up to the first stay. @returns each request's path and compressed bytes */
async function loadedBy(page: Page): Promise<[path: string, bytes: number][]> {
  const finished: Request[] = [];
  page.on("requestfinished", (request) => finished.push(request));
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.setCacheDisabled", { cacheDisabled: true });
  await page.reload();
  await page.locator("[data-stay]").first().waitFor();
  // Without its cache, the browser loads the logo for each use. A list is read again after a change of the test's own records.
  const once = new Map([...finished].map((request) => [request.url(), request]));
  const sized = [...once.values()].map(async (request): Promise<[string, number]> => {
    const { responseBodySize } = await request.sizes();
    return [new URL(request.url()).pathname, responseBodySize];
  });
  return (await Promise.all(sized)).sort(([, one], [, other]) => other - one);
}

test("the calendar shows its first stay after at most 350 KB, with messages, fonts and data", async () => {
  const rental = await aRental(roost.manager, { name: "First House", base_rate: "100" });
  await aBooking(roost.manager, rental, { start_at: dayFrom(1), end_at: dayFrom(3) });
  const page = await roost.open();
  const files = await loadedBy(page);
  const bytes = files.reduce((sum, [, size]) => sum + size, 0);
  expect(files.map(([path]) => path)).toContainEqual(expect.stringContaining("/calendar-screen-"));
  expect(bytes, files.map((file) => file.join(" ")).join("\n")).toBeLessThanOrEqual(maxBytes);
});
