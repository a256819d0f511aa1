import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { Database } from "../src/database/connect/database.ts";
import { installConsole } from "../src/modules/platform/access/applications/console-application.ts";
import { openSession } from "../src/modules/platform/people/sessions.ts";
import { aTlsProxy, type TlsProxy } from "../test/console/tls-proxy.ts";
import { aBrowser } from "../test/web/browser.ts";
import type { Bench, Outcome } from "./bench.ts";
import { frames, interactions, percentile, transferred } from "./console-measures.ts";
import { type Fixture, makeFixture } from "./fixture.ts";
import { rounded, table } from "./table.ts";
import { startService } from "./variants.ts";

/** The service's public URL, which the proxy serves. */
const address = "https://roost.example";

/** The console's performance in the browser (console.md, How it feels). */
export const browserConsole: Bench = {
  claim:
    "The console's calendar over 50 and 500 rentals of two years in a real browser: bytes, first paint, delays, frames.",
  async run(options) {
    await using fixture = await makeFixture(false, options.signal, "./console-fixture.sql");
    const cookie = await signedIn(fixture);
    const measured: [rentals: number, figures: Figures][] = [];
    for (const rentals of sizes) {
      console.error(`Creating ${rentals} rentals with ${rentals * staysOfRental} bookings …`);
      await fixture.change((await moreRentals).replace(":rentals)", `${rentals})`));
      measured.push([rentals, await measureWith(fixture, cookie, options.profile)]);
    }
    return report(measured);
  },
};

const moreRentals = readFile(new URL("./console-rentals.sql", import.meta.url), "utf8");

/** Rentals of the measured accounts. */
const sizes = [50, 500];
const staysOfRental = 183;

type Figures = Readonly<Record<string, number>>;

async function measureWith(fixture: Fixture, cookie: string, profile: string | undefined): Promise<Figures> {
  await using service = await startService(fixture, profile);
  const proxy = await aTlsProxy(service.url);
  const browser = await aBrowser();
  try {
    const context = await aContext(browser, proxy);
    await context.addCookies([{ name: "roost_session", value: cookie, url: address }]);
    return await measure(browser, context);
  } finally {
    await browser.close();
    proxy.close();
  }
}

function report(measured: readonly (readonly [rentals: number, figures: Figures])[]): Outcome {
  const names = Object.keys(measured[0]?.[1] ?? {});
  const rows = names.map((name) => [name, ...measured.map(([, figures]) => String(figures[name]))]);
  const head = ["", ...measured.map(([rentals]) => `${rentals} rentals`)];
  const figures = measured.flatMap(([rentals, of]) =>
    Object.entries(of).map(([name, value]): [string, number] => [`${name}_${rentals}`, value]),
  );
  return { text: `${table(head, rows)}\n\n${notes}`, figures: Object.fromEntries(figures) };
}

const aContext = (browser: Browser, proxy: TlsProxy): Promise<BrowserContext> =>
  browser.newContext({
    ...{ viewport: { width: 1280, height: 800 }, ignoreHTTPSErrors: true, proxy: { server: proxy.url } },
    // A response that passes through a worker counts with its decoded size.
    serviceWorkers: "block",
  });

async function signedIn({ login, account }: Fixture): Promise<string> {
  const database = new Database(login, { connections: 1 });
  try {
    await database.within([account]).transaction((transaction) => installConsole(transaction, account));
    const session = await openSession(database, { id: 1, passwordDigest: "none" });
    if (!session) throw new Error("openSession returned no session");
    return session.toString("base64url");
  } finally {
    await database.close();
  }
}

async function measure(browser: Browser, context: BrowserContext): Promise<Figures> {
  const page = await context.newPage();
  // Warm up the service's plans and the browser's code cache.
  await open(page);
  const sent = await transferred(page);
  const paints = await pairedPaints(browser, context, sent.code);
  const delays = await interactions(page);
  const down = await frames(page, 0, 40);
  const across = await frames(page, 40, 0);
  return {
    kb_sent: rounded(sent.all / 1024, 0),
    kb_code: rounded(sent.code / 1024, 0),
    first_paint_ms: rounded(percentile(paints.ours, 50), 0),
    bare_paint_ms: rounded(percentile(paints.bare, 50), 0),
    paint_ratio: rounded(percentile(paints.ours, 50) / percentile(paints.bare, 50), 2),
    interaction_p50_ms: rounded(percentile(delays, 50), 0),
    interaction_p95_ms: rounded(percentile(delays, 95), 0),
    fps_down: rounded(down, 1),
    fps_across: rounded(across, 1),
  };
}

const notes = `The bare page is one uncompressed file over the same kind of connection: a line of text and as many bytes as the console's
compressed code and styles, without authentication.
Goals on an idle machine with two cores: at most 350 KB, ratio at most 2, 50 frames per second, and interactions (p95) within 50 ms with
50 rentals and within 100 ms with 500.`;

async function open(page: Page): Promise<void> {
  await page.goto(`${address}/console/calendar`);
  await page.locator("[data-stay]").first().waitFor();
}

/** Alternating first paints of the console and a bare page, without the browser's cache. */
async function pairedPaints(browser: Browser, context: BrowserContext, bytes: number) {
  const bare = await aBarePage(bytes);
  const proxy = await aTlsProxy(bare.url);
  try {
    const paints: { ours: number[]; bare: number[] } = { ours: [], bare: [] };
    const without = await aContext(browser, proxy);
    await firstPaint(without);
    for (let round = 0; round < 9; round++) {
      paints.ours.push(await firstPaint(context));
      paints.bare.push(await firstPaint(without));
    }
    return paints;
  } finally {
    proxy.close();
    bare.close();
  }
}

/** Milliseconds to the first paint of a newly opened page. */
async function firstPaint(context: BrowserContext): Promise<number> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.setCacheDisabled", { cacheDisabled: true });
  await page.goto(`${address}/console/calendar`);
  const painted = 'performance.getEntriesByName("first-contentful-paint")[0]?.startTime';
  await page.waitForFunction(painted);
  const after = await page.evaluate<number>(painted);
  await page.close();
  return after;
}

/** Serves a page of a number of bytes at every path. */
async function aBarePage(bytes: number) {
  const body = `<!doctype html><p>Roost</p><!--${"x".repeat(bytes)}-->`;
  const server = createServer((_asked, answer) => answer.writeHead(200, { "content-type": "text/html" }).end(body));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const at = server.address();
  if (at === null || typeof at === "string") throw new Error("the bare page's server does not listen on a port");
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${at.port}`, close };
}
