import type { Browser, Page } from "playwright-core";
import sharp from "sharp";
import { aBrowser } from "../test/web/browser.ts";
import type { Bench } from "./bench.ts";
import { percentile } from "./console-measures.ts";
import { makeFixture } from "./fixture.ts";
import { rounded, table } from "./table.ts";
import { startService } from "./variants.ts";

/** A booking site's pages in a browser (guests.md): bytes without photos, and the largest paint. */
export const site: Bench = {
  claim:
    "A booking site of 50 rentals in a real browser, on a phone and a desktop: bytes without photos, largest paint.",
  async run(options) {
    await using fixture = await makeFixture(false, options.signal, "./console-fixture.sql");
    await fixture.change(contents);
    await using service = await startService(fixture, options.profile);
    const [rental = 0] = await fixture.ids("select min(id) as id from rentals");
    const browser = await aBrowser();
    try {
      const rows: string[][] = [];
      const figures: Record<string, number> = {};
      for (const [name, path] of pagesOf(rental))
        for (const [device, viewport] of Object.entries(viewports)) {
          const { bytes, paint } = await measure(browser, viewport, `${service.url}/stay/bench/en${path}`);
          rows.push([name, device, String(bytes), String(paint)]);
          Object.assign(figures, { [`${name}_${device}_kb`]: bytes, [`${name}_${device}_largest_paint_ms`]: paint });
        }
      return { text: `${table(["page", "window", "KB", "largest paint, ms"], rows)}\n\n${notes}`, figures };
    } finally {
      await browser.close();
    }
  },
};

/** A site with photos, whose files the browser's route makes. */
const contents = `
insert into booking_sites (account_id, enabled, address, headline) select min(id), true, 'bench', '{"en": "By the sea"}' from accounts;
insert into photos (account_id, rental_id, position, width, height, rendition_token)
select account_id, id, number, 1600, 1200, 'bench-photo-of-rental-' || id || '-' || number from rentals cross join generate_series(1, 8) as number;
update rentals set headline = '{"en": "A house by the sea"}', description = jsonb_build_object('en', repeat('A quiet house with a garden. ', 60));
`;

const viewports = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } } as const;

const pagesOf = (rental: number) =>
  [
    ["list", ""],
    ["search", "?arrival=2027-05-04&departure=2027-05-11&adults=2"],
    ["rental", `/rentals/${rental}`],
  ] as const;

const rounds = 9;

/** Kilobytes of the page, its styles and scripts as sent, and the median largest paint in milliseconds. */
async function measure(
  browser: Browser,
  viewport: { readonly width: number; readonly height: number },
  url: string,
): Promise<{ bytes: number; paint: number }> {
  const photo = await sharp({ create: { width: 640, height: 480, channels: 3, background: "#7fa7b5" } })
    .jpeg()
    .toBuffer();
  const paints: number[] = [];
  let bytes = 0;
  // The first round warms up the service's plans.
  for (let round = 0; round <= rounds; round++) {
    const context = await browser.newContext({ viewport });
    const page = await context.newPage();
    await page.route("**/files/**", (route) => route.fulfill({ contentType: "image/jpeg", body: photo }));
    await page.goto(url, { waitUntil: "load" });
    if (round > 0) paints.push(await largestPaint(page));
    bytes = await page.evaluate<number>(sentBytes);
    await context.close();
  }
  return { bytes: rounded(bytes / 1024, 1), paint: rounded(percentile(paints, 50), 0) };
}

const largestPaint = (page: Page): Promise<number> =>
  page.evaluate<number>(`new Promise((resolve) => new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime))
    .observe({ type: "largest-contentful-paint", buffered: true }))`);

const sentBytes = `[...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
  .filter(({ name }) => !name.includes("/files/")).reduce((sum, entry) => sum + entry.transferSize, 0)`;

const notes = "Goals on an idle machine with two cores: under 100 KB without photos, largest paint under 1,000 ms.";
