import type { Browser, BrowserContext, BrowserContextOptions } from "playwright-core";
import { onTestFinished } from "vitest";
import { baseUrl } from "../harness/service.ts";
import { aBrowser } from "../web/browser.ts";
import { aTlsProxy, type TlsProxy } from "./tls-proxy.ts";

/** A browser, and the proxy through which it reaches the service at its public URL. */
export interface Window {
  readonly browser: Browser;
  readonly proxy: TlsProxy;
}

const proxies = new Map<string, Promise<TlsProxy>>();

/** The worker's window to a service. */
export async function aWindow({ url }: { readonly url: string }): Promise<Window> {
  const proxy = proxies.get(url) ?? aTlsProxy(url);
  proxies.set(url, proxy);
  return { browser: await aBrowser(), proxy: await proxy };
}

/** Contexts of finished tests, by their settings. */
const idle = new Map<string, BrowserContext[]>();

/**
 * A context without cookies and stored data, until the test ends. It may be an earlier test's, whose cached files and compiled scripts open a
 * page in half the time.
 */
export async function aContext({ browser, proxy }: Window, settings: BrowserContextOptions): Promise<BrowserContext> {
  const all = { ...settings, ignoreHTTPSErrors: true, proxy: { server: proxy.url } };
  const key = JSON.stringify(all);
  const left = idle.get(key)?.pop();
  const context = left?.browser()?.isConnected() ? left : await browser.newContext(all);
  onTestFinished(async ({ task }) => {
    if (task.result?.state === "fail" || settings.serviceWorkers === "allow") return context.close();
    await empty(context);
    idle.set(key, [...(idle.get(key) ?? []), context]);
  });
  return context;
}

/** Closes a context's pages and drops their data. */
async function empty(context: BrowserContext): Promise<void> {
  await context.setOffline(false);
  await context.clearCookies();
  const [first, ...others] = context.pages();
  if (!first) return;
  const browser = await context.newCDPSession(first);
  await browser.send("Storage.clearDataForOrigin", { origin: baseUrl, storageTypes: "local_storage,indexeddb" });
  for (const page of [first, ...others]) await page.close();
}
