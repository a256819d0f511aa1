import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { docsPages, generated, searchPath, sections } from "../../src/interfaces/web/docs/contents.ts";
import { accessibilityFaults } from "../console/open-console.ts";
import { useSharedService } from "../harness/service.ts";
import { aBrowser } from "./browser.ts";

const service = useSharedService();
const root = join(import.meta.dirname, "../..");
const docs = join(root, "docs");
const textOf = async (path: string) => (await fetch(service.url + path)).text();

describe("the sidebar of /docs", () => {
  test("lists every file of its folders, with the file's first heading as title", async () => {
    for (const { title, pages } of sections) {
      const folder = title.toLowerCase();
      const files = (await readdir(join(docs, folder))).filter((name) => name.endsWith(".md"));
      const listed = pages.map(({ file }) => file).filter((file) => file.startsWith(folder));
      expect(listed.toSorted()).toEqual(files.map((name) => `${folder}/${name}`).toSorted());
    }
    for (const { file, title } of docsPages)
      expect([file, (await readFile(join(docs, file), "utf8")).split("\n")[0]]).toEqual([file, `# ${title}`]);
  });

  test("appears on every page, with this service's URL in the examples", async () => {
    expect(await textOf("/docs/first-requests")).toContain("ROOST=https://roost.test TOKEN=");
    for (const page of docsPages.map(({ path }) => path).concat(generated.resources.path, `${searchPath}?q=price`)) {
      const text = await textOf(page);
      expect(text).not.toContain("localhost:3443");
      for (const { path } of [...docsPages, ...Object.values(generated)]) expect(text).toContain(`href="${path}"`);
    }
  });
});

test("every link of every page is answered, and every anchor exists", async () => {
  for (const { path } of docsPages) {
    const links = [...(await textOf(path)).matchAll(/href="(\/[^"]*|#[^"]*)"/g)].map(([, link = ""]) => link);
    for (const link of new Set(links)) {
      const [target = "", anchor] = link.split("#");
      const answer = await fetch(`${service.url}${target === "" ? path : target}`, { redirect: "manual" });
      expect([path, link, answer.status < 400]).toEqual([path, link, true]);
      if (anchor !== undefined) expect([link, (await answer.text()).includes(`id="${anchor}"`)]).toEqual([link, true]);
    }
  }
});

test("no page of the project links to a file that does not exist", async () => {
  const inRoot = await readdir(root);
  const inFolders = await Promise.all(
    ["docs", "src", "test", "bench", "deploy", "packages"].map(async (folder) =>
      (await readdir(join(root, folder), { recursive: true })).map((name) => join(folder, name)),
    ),
  );
  const pages = [...inRoot, ...inFolders.flat()].filter(
    (name) => name.endsWith(".md") && !name.includes("node_modules"),
  );
  expect(pages.length).toBeGreaterThan(50);
  for (const page of pages) {
    const text = await readFile(join(root, page), "utf8");
    for (const [, target = ""] of text.matchAll(/\]\(([^)#:\s/][^)#:\s]*)(?:#[^)]*)?\)/g))
      expect([page, target, existsSync(join(root, page, "..", target))]).toEqual([page, target, true]);
  }
});

describe("the search of /docs", () => {
  test.each([
    ["cancelation penalty", "/docs/bookings#cancelation"],
    ["ROOST_SMTP_URL", "/docs/settings"],
    ["idempotency", "/docs/first-requests#retry-safely"],
    ["tok_declined", "/docs/sandbox"],
    ["payment_left_to_collect", "/docs/resources/bookings#attribute-payment_left_to_collect"],
    ["webhok", "/docs/resources/webhook_"],
  ])("finds %s", async (query, path) => {
    const results = /<ul class="results">[\s\S]*?<\/ul>/.exec(await textOf(`${searchPath}?q=${query}`))?.[0] ?? "";
    expect(results).toContain(`href="${path}`);
  });

  test("shows a query as text, and says that nothing was found", async () => {
    const text = await textOf(`${searchPath}?q=${encodeURIComponent('"><zzqxv>')}`);
    expect(text).not.toContain("<zzqxv");
    expect(text).toContain("No results for");
    expect((await fetch(`${service.url}${searchPath}?q=${"x".repeat(5000)}`)).status).toBe(200);
    expect((await fetch(`${service.url}${searchPath}?q=a&q=b`)).status).toBe(200);
  });
});

test.each([[1280], [390]])("pages are accessible and fit a window of %s pixels", async (width) => {
  const page = await (await aBrowser()).newPage({ viewport: { width, height: 900 } });
  try {
    for (const path of ["/docs/first-requests", `${searchPath}?q=price`]) {
      await page.goto(service.url + path);
      expect(await accessibilityFaults(page)).toEqual([]);
      expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    }
    await page.goto(`${service.url}/docs/first-requests`);
    await page.getByLabel("Python").first().check();
    await page.getByText("import os, requests").first().waitFor();
  } finally {
    await page.close();
  }
});
