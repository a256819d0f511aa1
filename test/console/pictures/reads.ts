import { setTimeout as wait } from "node:timers/promises";
import type { Page } from "playwright-core";

/** Milliseconds without a read after which a screen is complete, because one read may cause another. */
const quiet = 500;

/** Tracks a page's pending reads, without the endless change feed. */
export class Reads {
  #open = 0;
  #last = 0;

  constructor(page: Page) {
    const counts = (url: string): boolean => !url.includes("/events");
    const note = (step: number) => (request: { url(): string }) => {
      if (!counts(request.url())) return;
      this.#open += step;
      this.#last = performance.now();
    };
    page.on("request", note(1));
    page.on("requestfinished", note(-1));
    page.on("requestfailed", note(-1));
  }

  /** Waits until the page has read nothing for a while. */
  async done(): Promise<void> {
    while (this.#open > 0 || performance.now() - this.#last < quiet) await wait(50);
  }
}
