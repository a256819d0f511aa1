import { mkdir, mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { builtConsole, installableNames } from "../../src/interfaces/web/console/built-files.ts";
import { useSharedService } from "../harness/service.ts";

/** A folder like the console's build output. */
async function aBuild(page: string): Promise<URL> {
  const folder = await mkdtemp(join(tmpdir(), "console-"));
  await mkdir(join(folder, "assets"));
  for (const name of ["index.html", ...installableNames]) await writeFile(join(folder, name), page);
  return pathToFileURL(`${folder}/`);
}

test("a missing or outdated console build shows a page and does not prevent the start", async () => {
  expect(builtConsole(await aBuild("<!doctype html><title>Roost</title>"))).toBeUndefined();
  expect(builtConsole(pathToFileURL(join(tmpdir(), "no-such-console/")))).toBeUndefined();
  const built = builtConsole(await aBuild("<!doctype html><style>body{}</style>"));
  expect(built?.page.body.toString()).toContain("--paper:");
});

test("no stylesheet keeps the console's frame from being painted first", async () => {
  const page = await readFile(join(import.meta.dirname, "../../packages/console/dist/index.html"), "utf8");
  const [head = "", body = ""] = page.split("</head>");
  expect(head).not.toContain('rel="stylesheet"');
  expect(body.indexOf('rel="stylesheet"')).toBeGreaterThan(body.indexOf("</header>"));
});

test("the tests' console is a production build, as a user's", async () => {
  const folder = join(import.meta.dirname, "../../packages/console/dist/assets");
  const scripts = (await readdir(folder)).filter((name) => name.endsWith(".js"));
  expect(scripts.length).toBeGreaterThan(20);
  const texts = await Promise.all(scripts.map((name) => readFile(join(folder, name), "utf8")));
  expect(scripts.filter((_, index) => texts[index]?.includes("jsxDEV"))).toEqual([]);
});

describe("a script of the console", () => {
  const service = useSharedService();
  const folder = join(import.meta.dirname, "../../packages/console/dist/assets");
  const scripts = readdir(folder).then((names) => names.filter((name) => name.endsWith(".js")));

  test.each([
    ["zstd, br, gzip", "br"],
    ["gzip", "gzip"],
    ["br;q=0.5, gzip", "gzip"],
    ["identity", null],
  ])("is sent in the smallest form that a browser accepts: %s", async (accepted, coding) => {
    for (const name of (await scripts).slice(0, 20)) {
      const answer = await fetch(`${service.url}/console/assets/${name}`, { headers: { "accept-encoding": accepted } });
      expect([answer.status, answer.headers.get("content-encoding")]).toEqual([200, coding]);
      expect(answer.headers.get("vary")).toContain("accept-encoding");
      // The client has decoded it.
      expect(await answer.text()).toBe(await readFile(join(folder, name), "utf8"));
    }
  });
});
