import { mkdir, mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { builtConsole, installableNames } from "../../src/interfaces/web/console/built-files.ts";

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

test("the tests' console is a production build, as a user's", async () => {
  const folder = join(import.meta.dirname, "../../packages/console/dist/assets");
  const scripts = (await readdir(folder)).filter((name) => name.endsWith(".js"));
  expect(scripts.length).toBeGreaterThan(20);
  const texts = await Promise.all(scripts.map((name) => readFile(join(folder, name), "utf8")));
  expect(scripts.filter((_, index) => texts[index]?.includes("jsxDEV"))).toEqual([]);
});
