import { afterAll, beforeAll, expect, test } from "vitest";
import { aMember } from "../harness/people.ts";
import { useSharedService } from "../harness/service.ts";
import { until } from "../harness/until.ts";
import { aBrowser } from "../web/browser.ts";
import { openConsole, type Window } from "./open-console.ts";
import { aTlsProxy } from "./tls-proxy.ts";

/** The installed console: its manifest, and its service worker in a real browser (docs/design/console.md). */
const service = useSharedService();
let at: Window;

beforeAll(async () => {
  at = { browser: await aBrowser(), proxy: await aTlsProxy(service.url) };
});
afterAll(() => at?.proxy.close());

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

test("the service worker names a release and files that exist, and is never cached", async () => {
  const answer = await get("/console/worker.js");
  expect(answer.headers.get("cache-control")).toBe("no-cache");
  const worker = await answer.text();
  const files = worker.match(/\/console\/assets\/[\w.-]+/g) ?? [];
  expect(files.length).toBeGreaterThan(1);
  for (const file of files.filter((name) => name.includes("."))) expect((await get(file)).status).toBe(200);
});

test("offline the console opens with a sign, caches nobody’s data, and recovers by itself", async () => {
  const owner = await aMember(service, await service.anAccount(), "owner");
  const page = await openConsole(at, owner, { path: "/settings", serviceWorkers: "allow" });
  await page.evaluate("navigator.serviceWorker.ready.then(() => undefined)");
  const cached = () => page.evaluate<string[]>(cachedPaths);
  await until(async () => (await cached()).includes("/console/"));
  await page.context().setOffline(true);
  await page.reload();
  await page.getByText("Could not reach Roost").waitFor();
  await page.context().setOffline(false);
  // After a reload, the browser's emulation omits the event.
  await page.evaluate("dispatchEvent(new Event('online'))");
  await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor();
  await page.reload();
  await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor();
  const paths = await cached();
  expect(paths.filter((path) => !/^\/(console\/(assets\/.*)?|assets\/(fonts\/.*|roost\.svg))$/.test(path))).toEqual([]);
  expect(paths.filter((path) => path === "/console/")).toEqual(["/console/"]);
  await page.context().close();
});
