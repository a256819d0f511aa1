import type { Page, Request, Route } from "playwright-core";
import { settled } from "./settled.ts";

/** The fate of the page's reads: the service answers them, refuses them, or nobody answers all or the later ones of a screen. */
export type Mode = "work" | "fail" | "wait" | "wait later";

/** An error of the service, with words that a person must not see. */
const mistake = { status: 500, json: { errors: [{ code: "internal_error", details: "PANIC at reads.ts:12" }] } };

/** Decides about a page's reads of records and settings. The session and the change feed work. */
export interface Gate {
  /** The reads that were refused or held back on this screen. */
  readonly stopped: readonly URL[];
  /** In a new mode, reads that were held back are refused. */
  set(mode: Mode): Promise<void>;
  /** Begins another screen: its first reads are answered, those that follow from their answers are later ones. */
  begin(): void;
  /** Waits until the page loads nothing but the reads that are held back. */
  quiet(): Promise<void>;
}

/** In the page: counts the reads under way, up to their last byte. */
const counting = `
  const send = fetch;
  globalThis.openReads = 0;
  globalThis.fetch = async (...request) => {
    const counts = !String(request[0].url ?? request[0]).includes("/api/v3/events");
    if (counts) openReads += 1;
    try {
      const response = await send(...request);
      if (counts) await response.clone().arrayBuffer();
      return response;
    } finally {
      if (counts) openReads -= 1;
    }
  };
`;

const isRead = ({ pathname }: URL): boolean =>
  (pathname.startsWith("/api/v3/") && pathname !== "/api/v3/events") ||
  (pathname.startsWith("/console/") && pathname !== "/console/session");

/** Loads a page again behind a gate, and without the browser's cache. */
export async function aGate(page: Page, first: Mode = "work"): Promise<Gate> {
  let mode = first;
  await page.addInitScript(counting);
  let stopped: URL[] = [];
  let isAnswered = false;
  const scripts = new Set<Request>();
  const held = new Map<Request, Route>();
  const ended = (request: Request) => {
    scripts.delete(request);
    held.delete(request);
  };
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.add(request);
  });
  page.on("requestfinished", ended);
  page.on("requestfailed", ended);
  const answer = async (route: Route) => {
    const response = await route.fetch();
    isAnswered = true;
    await route.fulfill({ response });
  };
  await page.route(isRead, async (route) => {
    const request = route.request();
    if (request.method() !== "GET" || request.resourceType() !== "fetch") return route.continue();
    if (mode === "work") return route.continue();
    if (mode === "wait later" && !isAnswered) return answer(route);
    stopped.push(new URL(request.url()));
    if (mode === "fail") return route.fulfill(mistake);
    held.set(request, route);
  });
  await page.reload();
  await page.getByRole("heading", { level: 1 }).waitFor();
  return {
    get stopped() {
      return stopped;
    },
    async set(next) {
      mode = next;
      await Promise.all([...held.values()].map((route) => route.fulfill(mistake)));
    },
    begin() {
      stopped = [];
      isAnswered = false;
    },
    async quiet() {
      const isDone = mode === "work" || mode === "fail";
      do await settled(page, isDone);
      while (scripts.size > 0 || (await page.evaluate<number>("openReads")) > held.size);
      await settled(page, isDone);
    },
  };
}
