import type { Page, Request } from "playwright-core";
import { onTestFinished } from "vitest";

/** Characters of a page's outline that a failure prints. */
const outlineLength = 6000;

/** Prints, after a failed test, its page's outline, the requests without an answer and the refused ones: a failure may not come twice. */
export function showIfFailed(page: Page): void {
  const waiting = new Set<Request>();
  const refused: string[] = [];
  const nameOf = (request: Request): string => `${request.method()} ${new URL(request.url()).pathname}`;
  page.on("request", (request) => waiting.add(request));
  page.on("requestfailed", (request) => waiting.delete(request));
  page.on("response", (response) => {
    waiting.delete(response.request());
    if (response.status() >= 400) refused.push(`${response.status()} ${nameOf(response.request())}`);
  });
  // Runs before the context closes: the last function registered is the first.
  onTestFinished(async ({ task }) => {
    if (task.result?.state !== "fail") return;
    const outline = page.isClosed() ? "the page is closed" : await page.locator("body").ariaSnapshot();
    const lines = [
      `\n${task.name}: the page at ${page.url()}`,
      outline.slice(Math.max(0, outline.indexOf("- main:"))).slice(0, outlineLength),
      `Waiting: ${[...waiting].map(nameOf).join(", ") || "none"}`,
      `Refused: ${refused.join(", ") || "none"}\n`,
    ];
    process.stderr.write(lines.join("\n"));
  });
}
