import { expect, test } from "vitest";
import { useSharedService } from "../harness/service.ts";
import { until } from "../harness/until.ts";
import { useConsole } from "./open-console.ts";

/** The installed console: its manifest, and its service worker in a real browser (docs/design/console.md). */
const service = useSharedService();
const roost = useConsole(service);

/** The paths of all that the browser's caches hold. */
const cachedPaths = `(async () => {
  const opened = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
  const requests = await Promise.all(opened.map((cache) => cache.keys()));
  return requests.flat().map(({ url }) => new URL(url).pathname);
})()`;

const get = (path: string) => fetch(`${service.url}${path}`);

test("the manifest names icons and shortcuts that exist", async () => {
  const answer = await get("/console/manifest.webmanifest");
  expect(answer.headers.get("content-type")).toBe("application/manifest+json");
  const manifest = Object(await answer.json());
  for (const { src, type } of manifest.icons) {
    const icon = await get(src);
    expect([icon.status, icon.headers.get("content-type")]).toEqual([200, type]);
  }
  expect(manifest.icons.some(({ purpose }: { purpose?: string }) => purpose === "maskable")).toBe(true);
  expect(manifest.shortcuts.map(({ url }: { url: string }) => url)).toEqual([
    "/console/calendar",
    "/console/today",
    "/console/inbox",
  ]);
});

/** The built files that a page's script does not run without: what the page names, and all that they import. */
async function neededFiles(): Promise<string[]> {
  const needed = new Set((await (await get("/console/")).text()).match(/\/console\/assets\/[\w.-]+/g));
  for (const path of needed) {
    if (!path.endsWith(".js")) continue;
    const script = await (await get(path)).text();
    for (const [, name] of script.matchAll(/(?:\bfrom|\bimport)\s*["'`]\.\/([\w.-]+)/g))
      needed.add(`/console/assets/${name}`);
  }
  return [...needed];
}

test("the service worker names all files that a page needs to run, and is never cached", async () => {
  const answer = await get("/console/worker.js");
  expect(answer.headers.get("cache-control")).toBe("no-cache");
  const files = (await answer.text()).match(/\/console\/assets\/[\w.-]+/g) ?? [];
  expect(files.length).toBeGreaterThan(2);
  for (const file of files) expect((await get(file)).status).toBe(200);
  expect(files.toSorted()).toEqual((await neededFiles()).toSorted());
});

test("opens offline with a notice, caches no personal data, and recovers once online", async () => {
  const page = await roost.open({ path: "/settings", serviceWorkers: "allow" });
  const cached = () => page.evaluate<string[]>(cachedPaths);
  // The worker serves a page only once it is active, which it is after it has stored the shell.
  const preload = "navigator.serviceWorker.ready.then(({ navigationPreload }) => navigationPreload.getState())";
  await expect.poll(() => page.evaluate(preload)).toMatchObject({ enabled: true });
  await until(async () => (await cached()).includes("/console/"));
  // The browser's own cache may have lost the files.
  const browser = await page.context().newCDPSession(page);
  await browser.send("Network.clearBrowserCache");
  roost.at.proxy.setOffline(true);
  await page.context().setOffline(true);
  await page.reload();
  await page.getByText("Could not reach Roost").waitFor();
  roost.at.proxy.setOffline(false);
  await page.context().setOffline(false);
  // After a reload, the browser's emulation omits the event.
  await page.evaluate("dispatchEvent(new Event('online'))");
  await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor();
  await page.reload();
  await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor();
  const paths = await cached();
  expect(paths.filter((path) => !/^\/(console\/(assets\/.*)?|assets\/(fonts\/.*|roost\.svg))$/.test(path))).toEqual([]);
  expect(paths.filter((path) => path === "/console/")).toEqual(["/console/"]);
});
