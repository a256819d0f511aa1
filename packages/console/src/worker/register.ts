/** The console's service worker; undefined where the browser has none, as in a private window. */
export const serviceWorkers = (): ServiceWorkerContainer | undefined =>
  "serviceWorker" in navigator ? navigator.serviceWorker : undefined;

/** Registers the service worker once the first screen has loaded, which needs the network more. */
export function registerWorker(): void {
  const workers = serviceWorkers();
  if (!workers) return;
  // Without it the console works as before, but not offline: a browser may refuse it, such as for a certificate that it does not trust.
  const register = () => workers.register("/console/worker.js", { scope: "/console/" }).catch(() => undefined);
  if (document.readyState === "complete") void register();
  else window.addEventListener("load", () => void register(), { once: true });
}
