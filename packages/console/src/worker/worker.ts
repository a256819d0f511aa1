/// <reference lib="webworker" />
// The service worker: the shell works offline, and push messages are shown (docs/design/console.md). It caches the page and hashed files only,
// never API responses. It is one file without imports.
export {};

declare const self: ServiceWorkerGlobalScope;

/** Filled in by the build: what a first screen needs, and a digest of all files. */
const build: { readonly version: string; readonly files: readonly string[] } = JSON.parse("__BUILD__");

const page = "/console/";
const cacheName = `roost-shell-${build.version}`;

self.addEventListener("install", (event) => {
  event.waitUntil(store().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(activate());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate" && pathname.startsWith("/console")) event.respondWith(networkFirst(event));
  else if (isStatic(pathname)) event.respondWith(cacheFirst(request));
});

/** Files whose name changes with their content, and the mark. */
const isStatic = (path: string): boolean =>
  path.startsWith("/console/assets/") || path.startsWith("/assets/fonts/") || path === "/assets/roost.svg";

async function store(): Promise<void> {
  const cache = await caches.open(cacheName);
  await cache.addAll([page, ...build.files]);
}

async function activate(): Promise<void> {
  // The page is requested while the worker starts. Not every browser can.
  await self.registration.navigationPreload?.enable();
  await dropOldCaches();
  await self.clients.claim();
}

async function dropOldCaches(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== cacheName).map((name) => caches.delete(name)));
}

/** The page from the network, so that a new release is used at once; the stored page only when the service cannot be reached. */
async function networkFirst({ request, preloadResponse }: FetchEvent): Promise<Response> {
  try {
    const preloaded: Response | undefined = await preloadResponse;
    return preloaded ?? (await fetch(request));
  } catch (error) {
    const stored = await caches.match(page);
    if (!stored) throw error;
    return stored;
  }
}

async function cacheFirst(request: Request): Promise<Response> {
  const stored = await caches.match(request);
  if (stored) return stored;
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(cacheName)).put(request, answer.clone());
  return answer;
}

self.addEventListener("push", (event) => {
  const { title, body, url, tag } = event.data?.json() ?? {};
  const icon = `${page}icon-192.png`;
  event.waitUntil(self.registration.showNotification(title ?? "Roost", { body, tag, icon, data: { url } }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(String(event.notification.data?.url ?? page)));
});

/** Opens a page of the console in a window that shows the console, or in a new one. */
async function open(path: string): Promise<void> {
  const url = new URL(path, self.location.origin).href;
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const shown = windows.find((window) => new URL(window.url).pathname.startsWith(page));
  if (!shown) return void (await self.clients.openWindow(url));
  await shown.focus();
  await shown.navigate(url);
}
