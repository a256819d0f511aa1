import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

const readScript = (name: string): string => readFileSync(new URL(name, import.meta.url), "utf8");

/** Keeps entries of a cleaning link's page without a network. A page needs `allowOfflineScript` to use it, and works without it. */
export const cleaningScript = readScript("./cleaning.js");

export const cleaningScriptVersion = createHash("sha256").update(cleaningScript).digest("base64url").slice(0, 12);

/** The script's URL, which changes with its content. */
export const cleaningScriptUrl = `/assets/cleaning.js?v=${cleaningScriptVersion}`;

/** The service worker of cleaning links' pages. */
export const cleaningWorker = readScript("./cleaning-worker.js");
